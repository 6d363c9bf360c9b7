import type { AuthProvider, HttpError } from 'react-admin'
import { deskRoutes } from '#contract/desk.ts'
import type { DeskLogin } from '#contract/schemas/desk.ts'
import type { Client } from './client.ts'

/** What a member of the staff may open; the server guards every call by itself. */
const superuserOnly = new Set(
  Object.entries(deskRoutes).flatMap(([resource, routes]) =>
    Object.values(routes).every(({ role }) => role === 'superuser') ? [resource] : [],
  ),
)

export function makeAuthProvider(client: Client): AuthProvider {
  const user = async () => (await client.session()).user
  return {
    login: (login: DeskLogin) => client.logIn(login),
    logout: async () => {
      await client.logOut().catch(client.forget)
      return undefined
    },
    checkAuth: async () => {
      if (!(await user())) throw new Error('desk_session')
    },
    checkError: async ({ status }: HttpError) => {
      if (status !== 401) return
      client.forget()
      throw new Error('desk_session')
    },
    getIdentity: async () => {
      const found = await user()
      return { id: found?.id ?? 0, fullName: found?.username ?? '' }
    },
    getPermissions: async () => (await user())?.role ?? null,
    canAccess: async ({ resource }) =>
      (await user())?.role === 'superuser' || !superuserOnly.has(resource),
  }
}
