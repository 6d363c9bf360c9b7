import { generate } from 'otplib'
import { CSRF_HEADER, DESK_API_BASE, type DeskRoute } from '#contract/desk.ts'
import type { Role } from '#contract/sets.ts'
import { updateRow } from '#server/db/rows.ts'
import { deliveredMail } from './mailbox.ts'
import { cheapHash, type DeskServer, deskLogIn } from './startDesk.ts'
import type { TestUser } from './startServer.ts'

/** Ada of the demonstration: staff whose address is one of its own. */
export async function demoStaff(server: DeskServer, password: string): Promise<TestUser> {
  const user = await server.addUser('Ada', 'staff')
  const email = 'ada@discordia.example'
  const password_hash = await server.deps.passwords.hash(password)
  await updateRow(server.deps.db, 'users', user.id, { email, email_key: email, password_hash })
  return user
}

/** Staff without a second step. @param server returns the present server */
export function deskSetUp(server: () => DeskServer) {
  /** Staff as they are after a promotion. */
  async function promoted(username: string, role: Role = 'staff'): Promise<TestUser> {
    const user = await server().addUser(username, role)
    await server()
      .deps.db.updateTable('users')
      .set({ password_hash: await cheapHash })
      .where('id', '=', user.id)
      .execute()
    return user
  }
  async function enter(email: string, code?: string) {
    const response = await deskLogIn(server().desk, email, undefined, code)
    const cookie = String(response.headers['set-cookie']).split(';', 1)[0] ?? ''
    const headers = { cookie, [CSRF_HEADER]: response.json().csrf ?? '' }
    const ask = (method: DeskRoute['method'], path: string, payload?: object) =>
      server().desk.inject({
        method,
        url: `${DESK_API_BASE}${path}`,
        headers,
        ...(payload && { payload }),
      })
    return { response, ask }
  }
  const codeOf = (response: { json: () => { errors?: { code: string }[] } }) =>
    response.json().errors?.[0]?.code
  const now = () => server().deps.clock()
  type Ask = Awaited<ReturnType<typeof enter>>['ask']
  const stepOf = async (ask: Ask) => (await ask('GET', '/session')).json().set_up
  const codeMails = async () =>
    (await deliveredMail(server())).filter(
      ({ subject }) => subject === 'Your code for the staff desk',
    )
  const mailedCode = async () =>
    /^Code: (.*)$/m.exec((await codeMails()).at(-1)?.text ?? '')?.[1] ?? ''
  const check = (ask: Ask, code: string) => ask('POST', '/second-factor/check-code', { code })
  /** Completes the set-up as far as the mailed code; the app comes next. */
  async function confirmMail(ask: Ask): Promise<void> {
    await ask('POST', '/second-factor/send-code')
    expect((await check(ask, await mailedCode())).statusCode).toBe(200)
  }
  const appCode = (secret: string) => generate({ secret, epoch: Math.floor(now() / 1000) })
  return {
    promoted,
    enter,
    codeOf,
    now,
    stepOf,
    codeMails,
    mailedCode,
    check,
    confirmMail,
    appCode,
  }
}
