import type { LightMyRequestResponse } from 'fastify'
import { bearer, logIn, PASSWORD, post } from './accounts.ts'
import type { Authenticator } from './authenticator.ts'
import { deliveredMail } from './mailbox.ts'
import { codeAt } from './secondStep.ts'
import type { TestServer } from './startServer.ts'

export const ORIGIN = 'https://play.discordia.example'
export const MARA = 'mara@example.org'
export const THIEF = 'thief@example.net'
export const HIS = 'Silver-Apple-413'
export const HERS = 'Copper-Plum-414'

export type Headers = Record<string, string>

/** What the owner of an account and a thief of its password do. */
export function stolenAccount(server: TestServer) {
  const send = (path: string, payload: object, headers: Headers = {}) =>
    post(server, path, payload, headers)
  const press = (url: string) =>
    server.send('POST', url, { 'content-type': 'application/x-www-form-urlencoded' }, '')
  const titleOf = (response: LightMyRequestResponse) => /<h1>(.*)<\/h1>/.exec(response.body)?.[1]
  const DEAD = ['This link no longer works', 'This link isn’t valid']

  async function confirmed(headers: Headers, code?: string, password = PASSWORD): Promise<Headers> {
    const proof = await send('/users/security/step-up/', { password, code }, headers)
    return { ...headers, 'x-step-up': proof.json().token }
  }
  const enter = async () => confirmed(bearer((await logIn(server)).json()))
  /** Waits for the next time step: a code is accepted once. */
  async function enterByCode(): Promise<Headers> {
    const { clock } = server.deps
    const login = { email: MARA, password: PASSWORD, code: await codeAt(clock()) }
    const headers = bearer((await send('/users/login/', login)).json())
    server.passTime(60_000)
    return confirmed(headers, await codeAt(clock()))
  }
  async function mailsTo(email: string, part: string): Promise<string[]> {
    const mails = (await deliveredMail(server)).filter(({ to }) => to === email)
    return mails.flatMap(({ text }) => new RegExp(`${part}/[\\w-]+`).exec(text)?.[0] ?? [])
  }
  const newest = async (email: string, part: string) =>
    (await mailsTo(email, part)).at(-1) ?? 'none'
  const pageTo = (email: string, page: string) => newest(email, `/api/account/${page}`)
  const resetOf = async (email: string) =>
    (await newest(email, 'verified-change-password')).split('/').at(-1) ?? ''
  const askReset = (email: string) => send('/discordia/request-change-password/', { email })
  const isGood = async (request_id: string) =>
    (await send('/discordia/verify-change-password/', { request_id })).json().valid
  const reset = (request_id: string, new_password = HERS) =>
    send('/discordia/verified-change-password/', { request_id, new_password })
  const changeEmail = (new_email: string, headers: Headers) =>
    send('/users/security/email/', { new_email }, headers)
  const changePassword = (new_password: string, headers: Headers) =>
    send('/users/security/password/', { new_password }, headers)
  async function addPasskey(device: Authenticator, name: string, headers: Headers) {
    const start = { method: 'POST', url: '/api/users/security/new-passkey/', headers } as const
    const options = (await server.app.inject(start)).json()
    const response = device.create(options)
    return send('/users/security/passkeys/', { name, response }, headers)
  }
  async function entersWith(device: Authenticator) {
    const start = { method: 'POST', url: '/api/users/passkey-login/start/' } as const
    const options = (await server.app.inject(start)).json()
    return (await send('/users/passkey-login/', { response: device.use(options) })).statusCode
  }
  const account = () =>
    server.deps.db.selectFrom('users').selectAll().orderBy('id').executeTakeFirstOrThrow()
  const count = async (table: 'second_factors' | 'recovery_codes' | 'calendar_feeds') =>
    (await server.deps.db.selectFrom(table).select('user_id').execute()).length
  /** @returns the link to undo it, which is mailed to the address before */
  async function moveTo(email: string, headers: Headers, from = MARA): Promise<string> {
    await changeEmail(email, headers)
    await press(await pageTo(email, 'confirm-email'))
    return pageTo(from, 'undo-email')
  }
  /**
   * Takes the account back as its owner does.
   * @returns the response of the button
   */
  async function takeBack(link: string): Promise<LightMyRequestResponse> {
    const response = await press(link)
    const secret = /([^/]+)#sessions-ended$/.exec(String(response.headers.location))?.[1] ?? ''
    expect((await reset(secret)).statusCode).toBe(200)
    return response
  }
  return {
    send,
    press,
    titleOf,
    DEAD,
    confirmed,
    enter,
    enterByCode,
    mailsTo,
    newest,
    pageTo,
    resetOf,
    askReset,
    isGood,
    reset,
    changeEmail,
    changePassword,
    addPasskey,
    entersWith,
    account,
    count,
    moveTo,
    takeBack,
  }
}
