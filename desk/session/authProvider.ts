import type { AuthProvider } from 'react-admin'
import { deskRoutes } from '#contract/desk.ts'
import type { DeskLogin } from '#contract/schemas/deskAccount.ts'
import type { Client } from './client.ts'

/** Resources that staff may not open; the server guards every call by itself. */
export const superuserOnly: ReadonlySet<string> = new Set(
  Object.entries(deskRoutes).flatMap(([resource, routes]) =>
    Object.values(routes).every(({ role }) => role === 'superuser') ? [resource] : [],
  ),
)

export type DeskAuthProvider = AuthProvider & {
  logIn: Client['logIn']
  whenOver: Client['whenOver']
}

export function makeAuthProvider(client: Client): DeskAuthProvider {
  const user = async () => (await client.session()).user
  return {
    logIn: client.logIn,
    whenOver: client.whenOver,
    login: (login: DeskLogin) => client.logIn(login),
    logout: async () => {
      // Without a connection the session ends by itself; the page is left all the same.
      await client.logOut().catch(() => undefined)
    },
    checkAuth: async () => {
      if (!(await user())) throw new Error('desk_session')
    },
    // `SessionOver` handles a session that ends, and keeps the page.
    checkError: async () => undefined,
    getIdentity: async () => {
      const found = await user()
      return { id: found?.id ?? 0, fullName: found?.username ?? '' }
    },
    getPermissions: async () => (await user())?.role ?? null,
    canAccess: async ({ resource }) =>
      (await user())?.role === 'superuser' || !superuserOnly.has(resource),
  }
}
