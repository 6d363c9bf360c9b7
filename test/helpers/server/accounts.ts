import type { LightMyRequestResponse } from 'fastify'
import type { TokenPair } from '#contract/shapes.ts'
import { deliveredMail } from './mailbox.ts'
import type { TestServer } from './startServer.ts'

export const PASSWORD = 'Golden-Apple-412'

export const post = (
  { app }: TestServer,
  path: string,
  payload: object,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> =>
  app.inject({ method: 'POST', url: `/api${path}`, payload, headers })

export const register = (server: TestServer, over: Record<string, unknown> = {}) =>
  post(server, '/users/register/', {
    email: 'mara@example.org',
    username: 'Mara',
    password: PASSWORD,
    ...over,
  })

export const activate = (server: TestServer, request_id: string) =>
  post(server, '/discordia/verify-activate-user/', { request_id })

export const logIn = (server: TestServer, email = 'mara@example.org', password = PASSWORD) =>
  post(server, '/users/login/', { email, password })

/** Registers and activates a member through the calls and the mail. */
export async function member(
  server: TestServer,
  email = 'mara@example.org',
  username = 'Mara',
): Promise<TokenPair> {
  await register(server, { email, username })
  const mails = await deliveredMail(server)
  await activate(server, mails.findLast((mail) => mail.to === email)?.secret ?? '')
  return (await logIn(server, email)).json()
}

export const bearer = ({ access }: Pick<TokenPair, 'access'>) => ({
  authorization: `Bearer ${access}`,
})
