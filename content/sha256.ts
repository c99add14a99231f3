/**
 * SHA-256 (FIPS 180-4) of a text, as eight 32-bit words. Written out because this room compiles without Node and
 * without the DOM, and because its callers cannot wait for an asynchronous digest.
 */
export function sha256(text: string): Uint32Array {
  const state = Uint32Array.from(initialState)
  const blocks = padded(utf8(text))
  const schedule = new Uint32Array(64)
  for (let offset = 0; offset < blocks.length; offset += 16) {
    expand(schedule, blocks.subarray(offset, offset + 16))
    compress(state, schedule)
  }
  return state
}

/** The same digest in lower-case hexadecimal, cut to `length` characters (at most 64). */
export function sha256Hex(text: string, length = 64): string {
  return Array.from(sha256(text), (word) => word.toString(16).padStart(8, '0'))
    .join('')
    .slice(0, length)
}

function expand(schedule: Uint32Array, block: Uint32Array): void {
  schedule.set(block)
  for (let i = 16; i < 64; i++) {
    const a = at(schedule, i - 15)
    const b = at(schedule, i - 2)
    const s0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3)
    const s1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10)
    schedule[i] = at(schedule, i - 16) + s0 + at(schedule, i - 7) + s1
  }
}

function compress(state: Uint32Array, schedule: Uint32Array): void {
  let [a, b, c, d, e, f, g, h] = state as unknown as Eight
  for (let i = 0; i < 64; i++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + at(roundConstants, i) + at(schedule, i)) | 0
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  const added = [a, b, c, d, e, f, g, h]
  for (let i = 0; i < 8; i++) state[i] = at(state, i) + (added[i] as number)
}

/** The bytes, a 1 bit, zeros, and the length in bits as the last eight bytes. */
function padded(bytes: readonly number[]): Uint32Array {
  const words = new Uint32Array((((bytes.length + 8) >> 6) + 1) * 16)
  const put = (byte: number, i: number) => {
    words[i >> 2] = at(words, i >> 2) | (byte << (24 - (i % 4) * 8))
  }
  bytes.forEach(put)
  put(0x80, bytes.length)
  words[words.length - 2] = Math.floor(bytes.length / 0x20000000)
  words[words.length - 1] = bytes.length * 8
  return words
}

/** Lone surrogates, which have no UTF-8, become U+FFFD as everywhere else. */
function utf8(text: string): number[] {
  const bytes: number[] = []
  for (const char of text) {
    const point = char.codePointAt(0) as number
    const code = point >= 0xd800 && point <= 0xdfff ? 0xfffd : point
    if (code < 0x80) bytes.push(code)
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63))
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63))
    else bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63))
  }
  return bytes
}

type Eight = [number, number, number, number, number, number, number, number]
const at = (words: Uint32Array, i: number) => words[i] as number
const rotate = (x: number, by: number) => (x >>> by) | (x << (32 - by))

const primes = firstPrimes(64)
const roundConstants = Uint32Array.from(primes, (p) => fraction(Math.cbrt(p)))
const initialState = Uint32Array.from(primes.slice(0, 8), (p) => fraction(Math.sqrt(p)))

function fraction(x: number): number {
  return Math.floor((x - Math.floor(x)) * 0x100000000)
}

function firstPrimes(count: number): number[] {
  const found: number[] = []
  for (let n = 2; found.length < count; n++) if (found.every((p) => n % p !== 0)) found.push(n)
  return found
}
