import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { openBrowser, type Visit, visit } from '../../test/helpers/browser/browser.ts'
import { type BrowserServer, startWorld } from '../../test/helpers/browser/startWorld.ts'

/** A server of another origin, with CORS. */
async function startElsewhere(
  respond: (request: IncomingMessage, body: Buffer, response: ServerResponse) => unknown,
) {
  const server = createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', request.headers.origin ?? '*')
    response.setHeader('access-control-allow-headers', 'authorization, content-type')
    response.setHeader('access-control-allow-methods', 'GET, POST, PUT, DELETE')
    if (request.method === 'OPTIONS') return response.writeHead(204).end()
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    return respond(request, Buffer.concat(parts), response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
type Elsewhere = Awaited<ReturnType<typeof startElsewhere>>

describe('a mail service and an API on origins of their own', () => {
  const messages: { call: string; text: string }[] = []
  const apiCalls: string[] = []
  let mailService: Elsewhere
  let api: Elsewhere
  /** Working directory of a server with a build of its own. */
  let cwd: string
  let server: BrowserServer
  let browser: Browser
  let visitor: Visit

  beforeAll(async () => {
    mailService = await startElsewhere(({ method, url }, body, response) => {
      messages.push({ call: `${method} ${url}`, text: body.toString() })
      response.end('OK')
    })
    api = await startElsewhere(async ({ method = 'GET', url = '', headers }, body, response) => {
      apiCalls.push(`${method} ${url}`)
      const { authorization, 'content-type': type } = headers
      if (!url.startsWith('/api')) return response.end()
      const forwarded = await fetch(`${server.url}${url}`, {
        method,
        headers: {
          ...(authorization && { authorization }),
          ...(type && { 'content-type': type }),
        },
        ...(body.length > 0 && { body: new Uint8Array(body) }),
      })
      response.writeHead(forwarded.status, {
        'content-type': forwarded.headers.get('content-type') ?? 'application/json',
      })
      response.end(Buffer.from(await forwarded.arrayBuffer()))
    })
    const settings = { EMAILJS_ORIGIN: mailService.origin, API_BASE_URL: `${api.origin}/api` }
    cwd = mkdtempSync(join(tmpdir(), 'discordia-build-'))
    await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'plainBuild.ts'), cwd], {
      env: { ...process.env, NODE_ENV: 'production', ...settings },
    })
    // The server reads what the build has recorded, and not the settings themselves.
    server = await startWorld('empty', { cwd })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    if (cwd) rmSync(cwd, { recursive: true, force: true })
    mailService?.close()
    api?.close()
  })
  beforeEach(async () => {
    visitor = await visit(browser, server)
  })
  afterEach(async () => {
    await visitor.close()
    expect(visitor.complaints).toEqual([])
  })

  test('a message of the contact form and every request arrive there, and the browser blocks all other origins', async () => {
    const page = await visitor.page.goto('/discordia/')
    expect(page?.headers()['content-security-policy']).toMatch(/default-src 'self'/)
    const form = visitor.page.getByRole('form', { name: 'Contact', exact: true })
    const letter = {
      Name: 'Wanda',
      Email: 'wanda@example.org',
      Subject: 'A free chair',
      Message: 'Is there one in Halm?',
    }
    for (const [name, text] of Object.entries(letter))
      await form.getByRole('textbox', { name, exact: true }).fill(text)
    await form.getByRole('button', { name: 'Send', exact: true }).click()
    await visitor.page
      .getByRole('status')
      .getByText(/^Thanks for reaching out!/)
      .waitFor()
    expect(messages.map(({ call }) => call)).toEqual(['POST /api/v1.0/email/send-form'])
    for (const text of Object.values(letter)) expect(messages[0]?.text).toContain(text)

    await visitor.page.goto('/auth/login')
    const main = visitor.page.getByRole('main')
    await main.getByRole('textbox', { name: 'Email' }).fill('unknown@example.org')
    await main.getByLabel('Password', { exact: true }).fill('Unknown-412')
    await main.getByRole('button', { name: 'Login' }).click()
    const refusal = 'There is no active account with this email and password.'
    await main.getByRole('alert').getByText(refusal).waitFor()
    expect(apiCalls).toContain('POST /api/users/login/')

    // The host name makes it another origin; only the content security policy blocks it.
    const elsewhere = api.origin.replace('127.0.0.1', 'localhost')
    const reached = await visitor.page.evaluate(
      (url) =>
        fetch(url, { mode: 'no-cors' }).then(
          () => 'reached',
          () => 'not reached',
        ),
      elsewhere,
    )
    expect(reached).toBe('not reached')
    expect(visitor.complaints.splice(0).join()).toMatch(/Content Security Policy/)
  })
})
