import { type AuthProvider, usePermissions } from 'react-admin'
import type { DeskLogin, DeskSession } from '#contract/account.ts'
import type { DeskRole } from '#contract/desk.ts'
import { deskCalls } from '#contract/deskCalls.ts'
import type { SetUpStep } from '#contract/sets.ts'
import type { Client } from './client.ts'

type Calls = Readonly<Record<string, { readonly role: DeskRole }>>
const tables: Readonly<Record<string, Calls>> = deskCalls

/**
 * Whether staff may open the first page of a resource, or else its records; the server guards every call by itself.
 * @param action `list` for the first page, which staff may open if they may make any call
 */
export function isForStaff(resource: string, action: string): boolean {
  const all = Object.values(tables[resource] ?? {})
  const get = tables[resource]?.get
  const calls = action === 'list' || get === undefined ? all : [get]
  return calls.length === 0 || calls.some(({ role }) => role === 'staff')
}

export type LoginBy = DeskLogin | 'passkey'

/** The password was right, and the account has no second step yet. */
export class SetUpNeeded extends Error {
  readonly step: SetUpStep
  constructor(step: SetUpStep) {
    super()
    this.step = step
  }
}

export type DeskAuthProvider = AuthProvider &
  Pick<
    Client,
    'whenOver' | 'sendMailCode' | 'checkMailCode' | 'startSecondFactor' | 'confirmSecondFactor'
  > & {
    offersPasskeys: () => Promise<boolean>
    /** Whether the request comes from the machine of the server, while no account may log in; null otherwise. */
    notSetUp: () => Promise<DeskSession['not_set_up']>
    /** Next step of the set-up of a second step; null for a session that has nothing to set up. */
    setUpStep: () => Promise<SetUpStep | null>
    /** Ends such a session; never throws. */
    leave: () => Promise<void>
  }

export function makeAuthProvider(client: Client): DeskAuthProvider {
  const user = async () => (await client.session()).user
  const setUpStep = async () => {
    const { set_up, needs_second_factor } = await client.session()
    // A server of the release before has no `set_up`.
    return set_up ?? (needs_second_factor === true ? 'app' : null)
  }
  const needsSetUp = async () => (await setUpStep()) !== null
  // A failed logout is ignored: without a connection the session expires by itself, and the page is left all the same.
  const leave = () => client.logOut().catch(() => undefined)
  return {
    setUpStep,
    leave,
    whenOver: client.whenOver,
    sendMailCode: client.sendMailCode,
    checkMailCode: client.checkMailCode,
    startSecondFactor: client.startSecondFactor,
    confirmSecondFactor: client.confirmSecondFactor,
    // A server of the release before has no such field.
    notSetUp: async () => (await client.session()).not_set_up ?? null,
    offersPasskeys: async () => {
      const { passkeys, passkey_origin: origin } = await client.session()
      return passkeys === true && (origin === undefined || origin === window.location.origin)
    },
    login: async (by: LoginBy) => {
      await (by === 'passkey' ? client.logInWithPasskey() : client.logIn(by))
      const step = await setUpStep()
      if (step !== null) throw new SetUpNeeded(step)
    },
    logout: async () => {
      // react-admin logs out when `checkAuth` rejects: the login page continues the set-up.
      const isWaiting = await needsSetUp().catch(() => false)
      if (!isWaiting) await leave()
    },
    checkAuth: async () => {
      if (!(await user()) || (await needsSetUp())) throw new Error('desk_session')
    },
    // `SessionOver` handles a session that ends, and keeps the page.
    checkError: async () => undefined,
    getIdentity: async () => {
      const found = await user()
      return { id: found?.id ?? 0, fullName: found?.username ?? '' }
    },
    getPermissions: async () => (await user())?.role ?? null,
    canAccess: async ({ resource, action }) =>
      (await user())?.role === 'superuser' || isForStaff(resource, action),
  }
}

/** Whether the role may open a resource; the server refuses other calls anyway. */
export function useMayOpen(action = 'show'): (resource: string) => boolean {
  const { permissions } = usePermissions<DeskRole | null>()
  return (resource) => permissions === 'superuser' || isForStaff(resource, action)
}
