import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { Selectable } from 'kysely'
import type { MemberId } from '#contract/ids.ts'
import type { Clock } from '../../../config/time.ts'
import type { DB, Read } from '../../../db/schema.ts'
import type { Deps } from '../../../http/deps.ts'
import { sha256 } from '../../../text/secrets.ts'
import type { User } from '../repository.ts'
import {
  findPasskey,
  insertPasskey,
  listPasskeys,
  passkeyUsed,
  spendChallenge,
} from './passkeyRepository.ts'
import { relyingPartyOf } from './relyingParty.ts'

/** Purpose of a challenge: a response to one kind is not accepted for another. */
type Purpose = 'register' | 'login' | 'step-up' | 'desk login' | 'desk step-up'

const LIFETIME_S = 5 * 60
const NONCE_BYTES = 16
const TIME_BYTES = 4

/**
 * Challenges are signed and not stored, so that strangers who ask for them fill no table. A used one is stored until it
 * expires; see `spendChallenge`.
 */
function makeChallenges(jwtSecret: string, clock: Clock) {
  const key = Buffer.from(hkdfSync('sha256', jwtSecret, '', 'discordia passkey challenge', 32))
  const sign = (payload: Buffer, purpose: Purpose, member: MemberId | null) =>
    createHmac('sha256', key).update(`${purpose} ${member} `).update(payload).digest()

  return {
    /** @param member null for a login, whose account is not known yet */
    issue(purpose: Purpose, member: MemberId | null): Uint8Array<ArrayBuffer> {
      const payload = Buffer.alloc(NONCE_BYTES + TIME_BYTES)
      randomBytes(NONCE_BYTES).copy(payload)
      payload.writeUInt32BE(Math.floor(clock() / 1000) + LIFETIME_S, NONCE_BYTES)
      return new Uint8Array(Buffer.concat([payload, sign(payload, purpose, member)]))
    },
    /**
     * Expiry of a challenge in epoch milliseconds; null unless it was issued here for this purpose and has not expired.
     * @param challenge base64url
     */
    expiryOf(challenge: string, purpose: Purpose, member: MemberId | null): number | null {
      const bytes = Buffer.from(challenge, 'base64url')
      const payload = bytes.subarray(0, NONCE_BYTES + TIME_BYTES)
      const mac = bytes.subarray(NONCE_BYTES + TIME_BYTES)
      const expected =
        payload.length === NONCE_BYTES + TIME_BYTES ? sign(payload, purpose, member) : null
      if (expected === null || mac.length !== expected.length || !timingSafeEqual(mac, expected))
        return null
      const expiresAt = payload.readUInt32BE(NONCE_BYTES) * 1000
      return expiresAt > clock() ? expiresAt : null
    },
  }
}

type Passkey = Selectable<DB['passkeys']>
type Spendable = { readonly challenge: string; readonly expiresAt: number }
/** A verified response that has not been used yet. */
export type Proof = Spendable & { readonly passkey: Passkey; readonly counter: number }
type Creation = Spendable & {
  readonly credential: Pick<Passkey, 'credential_id' | 'public_key' | 'counter' | 'transports'> & {
    readonly isSynced: boolean
  }
}

/** User handle: bytes that the passkey stores, and returns at a login. */
const handleOf = (user: MemberId) => new TextEncoder().encode(`member ${user}`)

/**
 * Creating and using passkeys (WebAuthn). A passkey asks for the finger, face or PIN of its owner, so that it is two
 * factors by itself.
 */
export const makeCeremonies = ({ db, clock, settings, jwtSecret, kit }: Deps) => ({
  db,
  clock,
  party: relyingPartyOf(settings),
  challenges: makeChallenges(jwtSecret, clock),
  /** The name of the site. */
  name: () => kit.current().name,
})
export type Ceremonies = ReturnType<typeof makeCeremonies>

const originsOf = ({ party }: Ceremonies, purpose: Purpose): string[] =>
  purpose.startsWith('desk ') ? [party.deskOrigin ?? ''] : [party.siteOrigin]

/** Collects the challenge of a response while the library checks everything else. */
function expected({ challenges }: Ceremonies, purpose: Purpose, member: MemberId | null) {
  const seen: { spendable: Spendable | null } = { spendable: null }
  const isOurs = (challenge: string): boolean => {
    const expiresAt = challenges.expiryOf(challenge, purpose, member)
    if (expiresAt !== null) seen.spendable = { challenge, expiresAt }
    return expiresAt !== null
  }
  return { seen, isOurs }
}

export async function creationOptions(
  { db, party, challenges, name }: Ceremonies,
  { id, username, email }: Pick<User, 'id' | 'username' | 'email'>,
) {
  const known = await listPasskeys({ db }, id)
  const options = await generateRegistrationOptions({
    rpName: name(),
    rpID: party.id,
    userID: handleOf(id),
    userName: email,
    userDisplayName: username,
    challenge: challenges.issue('register', id),
    excludeCredentials: known.map((one) => ({ id: one.credential_id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { ...options }
}

/** Null unless it is a valid response of a new passkey of this member. */
export async function verifyCreation(
  ceremonies: Ceremonies,
  member: MemberId,
  response: object,
): Promise<Creation | null> {
  const { seen, isOurs } = expected(ceremonies, 'register', member)
  const result = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: isOurs,
    expectedOrigin: originsOf(ceremonies, 'register'),
    expectedRPID: ceremonies.party.id,
  }).catch(() => null)
  if (result?.verified !== true || seen.spendable === null) return null
  const { credential, credentialBackedUp } = result.registrationInfo
  return {
    ...seen.spendable,
    credential: {
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: JSON.stringify(credential.transports ?? []),
      isSynced: credentialBackedUp,
    },
  }
}

/** @param member whose passkeys are accepted; null: any that the device has for this site */
export async function requestOptions(
  { db, party, challenges }: Ceremonies,
  purpose: Exclude<Purpose, 'register'>,
  member: MemberId | null,
) {
  const own = member === null ? [] : await listPasskeys({ db }, member)
  const allowCredentials = own.map((one) => ({
    id: one.credential_id,
    transports: JSON.parse(one.transports) as string[],
  }))
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: challenges.issue(purpose, member),
    userVerification: 'required',
    ...(member !== null && { allowCredentials }),
  })
  return { ...options }
}

/** Null unless it is a valid response of a stored passkey, of `member` if given. */
export async function verifyUse(
  ceremonies: Ceremonies,
  purpose: Exclude<Purpose, 'register'>,
  member: MemberId | null,
  response: object,
): Promise<Proof | null> {
  const { id, response: parts } = response as Partial<AuthenticationResponseJSON>
  const passkey = typeof id === 'string' ? await findPasskey(ceremonies, id) : undefined
  if (passkey === undefined || (member !== null && passkey.user_id !== member)) return null
  const ownHandle = Buffer.from(handleOf(passkey.user_id)).toString('base64url')
  // Not every device sends it.
  if (parts?.userHandle && parts.userHandle !== ownHandle) return null
  const { seen, isOurs } = expected(ceremonies, purpose, member)
  const result = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: isOurs,
    expectedOrigin: originsOf(ceremonies, purpose),
    expectedRPID: ceremonies.party.id,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: passkey.counter,
    },
  }).catch(() => null)
  if (result?.verified !== true || seen.spendable === null) return null
  return { ...seen.spendable, passkey, counter: result.authenticationInfo.newCounter }
}

/**
 * Spends a proof and locks its account.
 * @returns false when the response or the passkey was used in the meantime
 */
export async function acceptProof(
  w: Read,
  { challenge, expiresAt, passkey, counter }: Proof,
): Promise<boolean> {
  if (!(await spendChallenge(w, sha256(challenge), expiresAt))) return false
  const now = await findPasskey(w, passkey.credential_id)
  if (now?.id !== passkey.id || now.counter !== passkey.counter) return false
  await passkeyUsed(w, passkey.id, counter)
  return true
}

/** Stores a new passkey. @returns undefined when the response was used, or the passkey is stored already */
export async function storePasskey(
  w: Read,
  owner: { readonly user_id: MemberId; readonly name: string },
  { challenge, expiresAt, credential }: Creation,
) {
  if (!(await spendChallenge(w, sha256(challenge), expiresAt))) return undefined
  const { isSynced, ...rest } = credential
  const synced_since = isSynced ? w.now : null
  return insertPasskey(w, { ...rest, ...owner, synced_since, created_at: w.now })
}
