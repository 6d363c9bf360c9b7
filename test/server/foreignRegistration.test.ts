import { logIn, post, register } from '#test/helpers/server/accounts.ts'
import { deliveredMail } from '#test/helpers/server/mailbox.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'

const FOREIGN_PASSWORD = 'Foreign-Apple-1'
const OWN_PASSWORD = 'Own-Pear-22'
const MARA = 'mara@example.org'

const env = { PUBLIC_URL: 'https://discordia.example' }

serverTests('an address that a stranger has registered, on %s', { env }, (server) => {
  beforeEach(async () => {
    await server.empty()
    await register(server, { email: MARA, password: FOREIGN_PASSWORD })
  })

  test('the mail warns that activating also admits the author of the password, and names the page for another', async () => {
    const [mail] = await deliveredMail(server)
    for (const said of [mail?.text, mail?.html]) {
      expect(said).toContain('Activate it only if you registered and chose the password yourself')
      expect(said).toContain('https://discordia.example/auth/forgot-password')
    }
  })

  test('opens for its owner only, by a password that the owner sets', async () => {
    await post(server, '/discordia/request-change-password/', { email: MARA })
    const request_id = (await deliveredMail(server)).at(-1)?.secret ?? ''
    const body = { request_id, new_password: OWN_PASSWORD }
    expect((await post(server, '/discordia/verified-change-password/', body)).statusCode).toBe(200)
    expect((await logIn(server, MARA, FOREIGN_PASSWORD)).statusCode).toBe(401)
    expect((await logIn(server, MARA, OWN_PASSWORD)).statusCode).toBe(200)
  })

  test('stays closed until someone follows the link', async () => {
    await deliveredMail(server)
    expect((await logIn(server, MARA, FOREIGN_PASSWORD)).statusCode).toBe(401)
  })
})
