import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'

/** A browser's key and secret, base64url: `p256dh` is an uncompressed point of P-256, `auth` has 16 bytes. */
export interface BrowserKeys {
  p256dh: string
  auth: string
}

/** Bytes of every padded text: the push service must not learn its kind from its length. */
const paddedLength = 1024
/** Push services need not accept more than 4096 bytes (RFC 8291, section 4). */
const recordSize = 4096

const bytesOf = (base64url: string) => Buffer.from(base64url, 'base64url')
const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/** Whether these keys can seal: a point on the curve, and a secret of the right length. */
export function areKeys({ p256dh, auth }: BrowserKeys): boolean {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  try {
    ecdh.computeSecret(bytesOf(p256dh))
    return bytesOf(p256dh).length === 65 && bytesOf(auth).length === 16
  } catch {
    return false
  }
}

/**
 * Seals a text for one browser: RFC 8291 over aes128gcm (RFC 8188), one record, the body of a request to its push service.
 * `sender` and `salt` are fresh for each message; tests pass those of the RFC's example, without padding.
 */
export function seal(
  text: string,
  { p256dh, auth }: BrowserKeys,
  sender: ECDH = freshKey(),
  salt: Buffer = randomBytes(16),
  length = paddedLength,
): Buffer {
  const [theirs, ours] = [bytesOf(p256dh), sender.getPublicKey()]
  const shared = sender.computeSecret(theirs)
  const material = derive(shared, bytesOf(auth), Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]), 32)
  const key = derive(material, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(material, salt, Buffer.from('Content-Encoding: nonce\0'), 12)

  // 2 ends the text of the last record; zeros pad it.
  const plain = Buffer.concat([Buffer.from(text), Buffer.from([2])])
  if (plain.length > recordSize - 16 - 86) throw new RangeError(`${plain.length} bytes are too many for a push message`)
  const padded = Buffer.concat([plain, Buffer.alloc(Math.max(0, length - plain.length))])
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const sealed = Buffer.concat([cipher.update(padded), cipher.final(), cipher.getAuthTag()])
  const header = Buffer.alloc(21)
  salt.copy(header)
  header.writeUInt32BE(recordSize, 16)
  header.writeUInt8(ours.length, 20)
  return Buffer.concat([header, ours, sealed])
}

function freshKey(): ECDH {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  return ecdh
}
