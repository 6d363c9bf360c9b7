import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
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
import type { Settings } from '../../../config/env.ts'
import type { Clock } from '../../../config/time.ts'
import type { DB, Read } from '../../../db/rows.ts'
import type { Deps } from '../../../http/deps.ts'
import { sha256 } from '../../../text/secrets.ts'
import { lockUser, type User } from '../repository.ts'
import { isActive } from '../state.ts'
import {
  findPasskey,
  insertPasskey,
  listPasskeys,
  passkeyUsed,
  spendChallenge,
} from './passkeyRepository.ts'

/** Purpose of a challenge: a response to one kind is not accepted for another. */
type Purpose = 'register' | 'login' | 'step-up' | 'desk login' | 'desk step-up'
/** `member`: whose passkeys are accepted; absent for a login, whose account is not known yet. */
type Asked = { readonly purpose: Purpose; readonly member?: MemberId }

const LIFETIME_S = 5 * 60
const NONCE_BYTES = 16
const TIME_BYTES = 4

/**
 * Challenges are signed and not stored, so that strangers who ask for them fill no table. A used one is stored until it
 * expires; see `spendChallenge`.
 */
function makeChallenges(jwtSecret: string, clock: Clock) {
  const key = Buffer.from(hkdfSync('sha256', jwtSecret, '', 'discordia passkey challenge', 32))
  const sign = (payload: Buffer, { purpose, member }: Asked) =>
    createHmac('sha256', key)
      .update(`${purpose} ${member ?? null} `)
      .update(payload)
      .digest()

  return {
    issue(asked: Asked): Uint8Array<ArrayBuffer> {
      const payload = Buffer.alloc(NONCE_BYTES + TIME_BYTES)
      randomBytes(NONCE_BYTES).copy(payload)
      payload.writeUInt32BE(Math.floor(clock() / 1000) + LIFETIME_S, NONCE_BYTES)
      return new Uint8Array(Buffer.concat([payload, sign(payload, asked)]))
    },
    /**
     * Expiry of a challenge in epoch milliseconds; null unless it was issued here for this purpose and has not expired.
     * @param challenge base64url
     */
    expiryOf(challenge: string, asked: Asked): number | null {
      const bytes = Buffer.from(challenge, 'base64url')
      const payload = bytes.subarray(0, NONCE_BYTES + TIME_BYTES)
      const mac = bytes.subarray(NONCE_BYTES + TIME_BYTES)
      const expected = payload.length === NONCE_BYTES + TIME_BYTES ? sign(payload, asked) : null
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
  name: () => kit.current().name,
})
export type Ceremonies = ReturnType<typeof makeCeremonies>

const originsOf = ({ party }: Ceremonies, { purpose }: Asked): string[] =>
  purpose.startsWith('desk ') ? [party.deskOrigin ?? ''] : [party.siteOrigin]

/** Collects the challenge of a response while the library checks everything else. */
function expected({ challenges }: Ceremonies, asked: Asked) {
  const seen: { spendable: Spendable | null } = { spendable: null }
  const isOurs = (challenge: string): boolean => {
    const expiresAt = challenges.expiryOf(challenge, asked)
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
    challenge: challenges.issue({ purpose: 'register', member: id }),
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
  const asked = { purpose: 'register', member } as const
  const { seen, isOurs } = expected(ceremonies, asked)
  const result = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: isOurs,
    expectedOrigin: originsOf(ceremonies, asked),
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

/** @param member without one, any passkey that the device has for this site is accepted */
export async function requestOptions(
  { db, party, challenges }: Ceremonies,
  purpose: Exclude<Purpose, 'register'>,
  member?: MemberId,
) {
  const own = member === undefined ? [] : await listPasskeys({ db }, member)
  const allowCredentials = own.map((one) => ({
    id: one.credential_id,
    transports: JSON.parse(one.transports) as string[],
  }))
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: challenges.issue({ purpose, member }),
    userVerification: 'required',
    ...(member !== undefined && { allowCredentials }),
  })
  return { ...options }
}

/** Null unless it is a valid response of a stored passkey. */
export async function verifyUse(
  ceremonies: Ceremonies,
  asked: Asked & { readonly purpose: Exclude<Purpose, 'register'> },
  response: object,
): Promise<Proof | null> {
  const { id, response: parts } = response as Partial<AuthenticationResponseJSON>
  const passkey = typeof id === 'string' ? await findPasskey(ceremonies, id) : undefined
  if (passkey === undefined || (asked.member ?? passkey.user_id) !== passkey.user_id) return null
  const ownHandle = Buffer.from(handleOf(passkey.user_id)).toString('base64url')
  // Not every device sends it.
  if (parts?.userHandle && parts.userHandle !== ownHandle) return null
  const { seen, isOurs } = expected(ceremonies, asked)
  const result = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: isOurs,
    expectedOrigin: originsOf(ceremonies, asked),
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

/** Locks the account of a proof and uses the proof up. Null if it may not log in, or the proof was used. */
export async function ownerOf(w: Read, proof: Proof): Promise<User | null> {
  const user = await lockUser(w, proof.passkey.user_id)
  if (user === undefined || !isActive(user)) return null
  return (await acceptProof(w, proof)) ? user : null
}

/**
 * Spends a proof and locks its account.
 * @returns false when the response or the passkey was used in the meantime
 */
async function acceptProof(
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

export type RelyingParty = {
  /** Passkeys are bound to this host name and the hosts below it; ports do not count. */
  readonly id: string
  /** No browser makes passkeys for an IP address: they are not offered there. */
  readonly hasName: boolean
  readonly siteOrigin: string
  /** Null where the desk has a host that the site's passkeys do not reach. */
  readonly deskOrigin: string | null
}

export function relyingPartyOf({
  publicUrl,
  deskUrl,
}: Pick<Settings, 'publicUrl' | 'deskUrl'>): RelyingParty {
  const site = new URL(publicUrl)
  const desk = deskUrl === undefined ? null : new URL(deskUrl)
  // An IPv6 address is in brackets.
  const hasName = isIP(site.hostname.replace(/^\[|\]$/g, '')) === 0
  const isReached =
    desk !== null &&
    (desk.hostname === site.hostname || desk.hostname.endsWith(`.${site.hostname}`))
  return {
    id: site.hostname,
    hasName,
    siteOrigin: site.origin,
    deskOrigin: isReached ? desk.origin : null,
  }
}
