import {
  createHash,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

/*
 * A software authenticator: the responses of a phone or a security key to the options of a server (WebAuthn, ES256,
 * attestation "none"). Each part of a response can be spoiled.
 */

type Options = { readonly challenge: string; readonly user?: { readonly id: string } }
export type Spoiled = {
  readonly origin?: string
  readonly rpId?: string
  /** Whether the owner was asked for a finger, face or PIN. */
  readonly isVerified?: boolean
  readonly counter?: number
  readonly userHandle?: string
  /** Signs something else. */
  readonly isForged?: boolean
}

const sha = (data: string | Buffer) => createHash('sha256').update(data).digest()
const b64 = (data: Buffer | string) => Buffer.from(data).toString('base64url')
const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

/** CBOR (RFC 8949) of what an attestation holds: small integers, texts, bytes and maps. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, size: number) => {
    if (size < 24) return Buffer.from([(major << 5) | size])
    if (size < 256) return Buffer.from([(major << 5) | 24, size])
    return Buffer.from([(major << 5) | 25, size >> 8, size & 255])
  }
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const parts = [...value].flatMap(([key, item]) => [cbor(key), cbor(item as number)])
  return Buffer.concat([head(5, value.size), ...parts])
}

/** The public key as COSE has it: EC2, ES256, P-256. */
function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const bytes = (text: string) => Buffer.from(text, 'base64url')
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]),
  )
}

/** A device with one passkey for the site of this origin. */
export function makeAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credential = randomBytes(24)
  const host = new URL(origin).hostname
  let uses = 0
  let handle = ''

  const clientData = (type: string, challenge: string, spoiled: Spoiled) =>
    Buffer.from(
      JSON.stringify({ type, challenge, origin: spoiled.origin ?? origin, crossOrigin: false }),
    )
  const authData = (spoiled: Spoiled, flags: number, rest = Buffer.alloc(0)) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(spoiled.counter ?? ++uses)
    const verified = spoiled.isVerified === false ? 0 : USER_VERIFIED
    return Buffer.concat([
      sha(spoiled.rpId ?? host),
      Buffer.from([USER_PRESENT | verified | flags]),
      counter,
      rest,
    ])
  }

  return {
    id: b64(credential),
    /** The row that the server stores. */
    row: {
      credential_id: b64(credential),
      public_key: b64(coseOf(publicKey)),
      counter: 0,
      transports: '[]',
      name: 'Key',
    },
    create({ challenge, user }: Options, spoiled: Spoiled = {}) {
      handle = user?.id ?? ''
      const length = Buffer.from([0, credential.length])
      const attested = Buffer.concat([Buffer.alloc(16), length, credential, coseOf(publicKey)])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData(spoiled, HAS_CREDENTIAL, attested)],
      ])
      return {
        id: b64(credential),
        rawId: b64(credential),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: b64(clientData('webauthn.create', challenge, spoiled)),
          attestationObject: b64(cbor(attestation)),
          transports: ['internal'],
        },
      }
    },
    use({ challenge }: Options, spoiled: Spoiled = {}) {
      const client = clientData('webauthn.get', challenge, spoiled)
      const data = authData(spoiled, 0)
      const signed = Buffer.concat([data, sha(spoiled.isForged ? 'something else' : client)])
      return {
        id: b64(credential),
        rawId: b64(credential),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: b64(client),
          authenticatorData: b64(data),
          signature: createSign('sha256').update(signed).sign(privateKey).toString('base64url'),
          // Empty if the passkey was put into the database directly.
          userHandle: spoiled.userHandle ?? (handle || undefined),
        },
      }
    },
  }
}
export type Authenticator = ReturnType<typeof makeAuthenticator>
