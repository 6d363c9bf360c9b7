import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/sha'
import type { ContentId } from '#contract/ids.ts'
import { deliveredMail } from './mailbox.ts'
import type { TestServer } from './testServer.ts'

type Texts = Readonly<Record<string, string>>
/** Fields of a sign-up that differ from those of Gus. */
type Asked = Readonly<Record<string, unknown>>

/** The proof of work that a form sends. @param challenge as the server has answered */
export async function proofOf(challenge: Parameters<typeof solveChallenge>[0]['challenge']) {
  return JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) })
}

/** Path of the page of a seat that a mail leads to. */
export const seatPageIn = (text = ''): string =>
  /\/api\/contents\/seats\/[\w.-]+/.exec(text)?.[0] ?? ''

export const asForm = (fields: Texts) => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
})

/** Fields that the button of the page of a seat sends. */
export const pressed = (page: string, act: string, fields: Texts = {}): Texts => ({
  ...{ act, sequence: /name="sequence" value="(\d+)"/.exec(page)?.[1] ?? '' },
  ...fields,
})

/** People without an account: the form of an event, and the page behind the mailed link. */
export function guestsOf(server: TestServer, headers: Texts = {}) {
  const api = (path: string) => `/api/contents/registration/${path}`
  const open = (url: string) => server.app.inject({ method: 'GET', url, headers })
  const form = (url: string, fields: Texts) => {
    const { body, ...sent } = asForm(fields)
    const all = { ...headers, ...sent.headers }
    return server.app.inject({ method: 'POST', url, headers: all, payload: body })
  }
  const proofFor = async (event: ContentId) => proofOf((await open(api(`${event}/proof`))).json())
  return {
    ...{ open, form, proofFor },
    ask: async (event: ContentId, { proof, ...over }: Asked = {}) =>
      server.send('POST', api(`${event}/guest`), headers, {
        ...{ name: 'Gus', email: 'gus@example.org', answers: [], may_wait: true },
        proof: proof ?? (await proofFor(event)),
        ...over,
      }),
    /** Path of the page that the last mail to an address leads to. */
    async pageOf(email = 'gus@example.org'): Promise<string> {
      return seatPageIn((await deliveredMail(server)).findLast(({ to }) => to === email)?.text)
    },
    press: async (page: string, act: string, fields: Texts = {}) =>
      form(page, pressed((await open(page)).body, act, fields)),
  }
}
