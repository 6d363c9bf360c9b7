import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { calls } from '../../contract/calls.ts'
import type { TokenPair } from '../../contract/shapes.ts'
import { orderDetails } from '../../test/helpers/fixtures/orderDetails.ts'
import { PASSWORD } from '../../test/helpers/server/accounts.ts'
import { MEMBER, VISITOR, type Visit } from './model.ts'

export type Account = { readonly email: string; access: string; refresh: string }
/** The actual traffic. */
export type Sent = {
  requests: number
  bytes: number
  failed: number
  /** Milliseconds of each request. */
  readonly took: number[]
}

type Rates = { readonly visitors: number; readonly members: number; readonly seconds: number }

const ROUTES = new Map(calls.map((call) => [call.name as string, call]))

/** Starts visits at a steady rate, whether or not earlier ones have ended. */
export async function sendTraffic(
  url: string,
  accounts: readonly Account[],
  { visitors, members, seconds }: Rates,
): Promise<Sent> {
  const sent: Sent = { requests: 0, bytes: 0, failed: 0, took: [] }
  const agent = new Agent({ keepAlive: true })
  const begin = async (visit: Visit, perSecond: number, isMember: boolean) => {
    const running: Promise<void>[] = []
    for (let number = 0; number < perSecond * seconds; number++) {
      const account = isMember ? accounts[number % accounts.length] : undefined
      running.push(makeVisit({ url, agent, sent }, visit, account, number))
      await sleep(1000 / perSecond)
    }
    await Promise.all(running)
  }
  await Promise.all([begin(VISITOR, visitors, false), begin(MEMBER, members, true)])
  agent.destroy()
  return sent
}

type Via = { readonly url: string; readonly agent: Agent; readonly sent: Sent }

/** Makes the calls of one visit; fractions are spread over the visits: 0.2 is every fifth one. */
async function makeVisit(
  via: Via,
  visit: Visit,
  account: Account | undefined,
  number: number,
): Promise<void> {
  for (const [what, times] of visit) {
    const count = Math.floor((number + 1) * times) - Math.floor(number * times)
    for (let turn = 0; turn < count; turn++) await makeCall(via, what, account, number)
  }
}

async function makeCall(via: Via, what: string, account: Account | undefined, number: number) {
  const route = ROUTES.get(what)
  const path = route === undefined ? what : `/api${route.path}`
  const query = what === 'listGlossaryEntries' ? '?limit=10' : ''
  const body = account && bodyOf(what, account, number)
  const began = performance.now()
  const { status, text } = await call(via, route?.method ?? 'GET', path + query, body, account)
  via.sent.took.push(performance.now() - began)
  via.sent.requests++
  if (status >= 400) via.sent.failed++
  else if (account && (what === 'login' || what === 'refresh'))
    Object.assign(account, JSON.parse(text) as TokenPair)
}

function bodyOf(what: string, { email, refresh }: Account, number: number): object | undefined {
  const bodies: Readonly<Record<string, () => object>> = {
    login: () => ({ email, password: PASSWORD }),
    refresh: () => ({ refresh }),
    createGroup: () => ({ name: `Table ${number}` }),
    saveOrderDetails: orderDetails,
  }
  return bodies[what]?.()
}

function call(
  { url, agent, sent }: Via,
  method: string,
  path: string,
  body: object | undefined,
  account: Account | undefined,
): Promise<{ readonly status: number; readonly text: string }> {
  const headers = {
    ...(body && { 'content-type': 'application/json' }),
    ...(account && { authorization: `Bearer ${account.access}` }),
  }
  return new Promise((resolve, reject) => {
    const message = request(url + path, { method, headers, agent }, (response) => {
      const { socket } = response
      const before = received.get(socket) ?? 0
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      response.on('end', () => {
        received.set(socket, socket.bytesRead)
        sent.bytes += socket.bytesRead - before
        resolve({ status: response.statusCode ?? 0, text })
      })
    })
    message.on('error', reject)
    message.end(body && JSON.stringify(body))
  })
}

/** Bytes of earlier responses, by connection. */
const received = new WeakMap<object, number>()
