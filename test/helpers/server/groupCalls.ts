import type { InjectOptions } from 'fastify'
import type { Group, Invite, Mute } from '#contract/groups.ts'
import type { TestServer, TestUser } from './testServer.ts'

type Who = Pick<TestUser, 'auth'>

/** The calls about groups, as the site makes them; paths are below `/rpggroups`. */
export function groupCallsOf(server: TestServer) {
  const call = (
    { auth }: Who,
    method: InjectOptions['method'],
    path: string,
    payload?: object,
    headers = {},
  ) => server.send(method, `/api/rpggroups${path}`, { ...auth, ...headers }, payload)
  const groupsOf = async (user: Who): Promise<Group[]> => (await call(user, 'GET', '/list')).json()
  const invitesOf = async (user: Who): Promise<Invite[]> =>
    (await call(user, 'GET', '/list/invites')).json()
  const invite = (by: Who, group: number, username: string) =>
    call(by, 'POST', `/invite/${group}`, { username })
  return {
    call,
    groupsOf,
    invitesOf,
    mutesOf: async (user: Who): Promise<Mute[]> => (await call(user, 'GET', '/list/mutes')).json(),
    invite,
    /** Creates a group. */
    async found(by: Who, name = 'Ravens'): Promise<Group> {
      await call(by, 'POST', '/create/', { name })
      const group = (await groupsOf(by)).find((one) => one.name === name)
      if (!group) throw new Error('not created')
      return group
    },
    /** The user is invited, and accepts. */
    async join(user: TestUser, by: Who, group: number) {
      await invite(by, group, user.username)
      const [received] = await invitesOf(user)
      expect((await call(user, 'GET', `/accept/${received?.id}`)).statusCode).toBe(200)
    },
    setRole: (by: Who, group: number, member_id: number, is_co_owner = true) =>
      call(by, 'POST', `/page/${group}/co-owner/`, { member_id, is_co_owner }),
  }
}

type Response = { readonly json: () => { readonly errors?: { readonly code: string }[] } }

/** The code of a refusal. */
export const codeOf = (response: Response): string | undefined => response.json().errors?.[0]?.code

type Errors = {
  readonly errors?: readonly { readonly code: string; readonly attr: string | null }[]
}

/** Status, code and field of a response. */
export async function statusOf(response: Promise<{ statusCode: number; json: () => Errors }>) {
  const answer = await response
  const [refused] = answer.json().errors ?? []
  return [answer.statusCode, refused?.code, refused?.attr].filter(Boolean).join(' ')
}
