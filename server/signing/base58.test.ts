import { expect, it } from 'vitest'
import { base58 } from './credential-signer.ts'

// draft-msporny-base58-03, section 5.
it.each([
  [Buffer.from('Hello World!'), '2NEpo7TZRRrLZSi2U'],
  [
    Buffer.from('The quick brown fox jumps over the lazy dog.'),
    'USm3fpXnKG5EUBx2ndxBDMPVciP5hGey2Jh4NDv6gmeo1LkMeiKrLJUUBk6Z',
  ],
  [Buffer.from('0000287fb4cd', 'hex'), '11233QC4'],
  [Buffer.alloc(0), ''],
])('base58 encodes bytes as the examples of draft-msporny-base58-03 do', (bytes, text) => {
  expect(base58(bytes)).toBe(text)
})
