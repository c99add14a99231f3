import { describe, expect, it, vi } from 'vitest'
import { lazyPiece } from './piece.ts'

const Menu = () => null

describe('a piece of a page', () => {
  it('[S8.24] a piece of a page that could not be loaded is fetched again at the next try, and then kept', async () => {
    const fetchPiece = vi.fn(async () => Menu)
    fetchPiece.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const piece = lazyPiece(fetchPiece)

    await expect(piece.load()).rejects.toMatchObject({ name: 'ChunkLoadError' })
    expect(piece.loaded()).toBeNull()

    await expect(Promise.all([piece.load(), piece.load()])).resolves.toEqual([Menu, Menu])
    expect(piece.loaded()).toBe(Menu)
    await piece.load()
    expect(fetchPiece).toHaveBeenCalledTimes(2)
  })
})
