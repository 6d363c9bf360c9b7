import { calls } from '../../contract/calls.ts'
import { CSRF_HEADER } from '../../contract/desk.ts'
import { deskAct, deskCalls, deskRequest } from '../../test/helpers/fixtures/deskActs.ts'
import { siteActs, siteRequest } from '../../test/helpers/fixtures/siteActs.ts'
import { changesOf, type Rows, rowsOf } from '../../test/helpers/server/rowsOf.ts'
import { deskTests } from '../../test/helpers/server/serverTests.ts'
import type { DeskCaller } from '../../test/helpers/server/startDesk.ts'
import type { TestUser } from '../../test/helpers/server/startServer.ts'

const MARK = 'MASS-ASSIGNED'
/** Sent as an id, a time or a count; no other value equals it. */
const MARK_NUMBER = 912_345_678
/** Names of fields that attacks on other products have used, besides the columns of every table. */
const FAMILIAR = ['is_staff', 'is_superuser', 'is_admin', 'admin', 'owner', 'state', 'approved']
/** Columns whose values are compared, not only whether they are set. */
const TOLD = new Set(['role', 'kind', 'purpose', 'resource', 'action'])

type Schema = {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}
type Answer = { readonly statusCode: number; readonly body: string }
type Extend = (body: object) => object | string
type Send = (extend: Extend) => Promise<Answer>

const siteBodies = calls.filter(({ body }) => body !== undefined)
const deskBodies = deskCalls.flatMap((call) => {
  const schema = call.body
  return schema === undefined || call.path.includes(':area') ? [] : [{ ...call, schema }]
})

// One engine is enough: how a handler reads a body does not depend on the database.
deskTests('fields that a call does not have change nothing', { engines: ['sqlite'] }, (server) => {
  let owner: TestUser
  let other: TestUser
  let root: DeskCaller
  let waiting: DeskCaller
  let acts: ReturnType<typeof siteActs>
  let extras: Record<string, unknown>
  beforeAll(async () => {
    root = await server.staff('Root', 'superuser')
    waiting = await server.staff('Waiting')
    owner = await server.addUser('Owner')
    other = await server.addUser('Other')
    const { id: member } = await server.addUser('Member')
    acts = siteActs(server, { member, other: other.id, owner: owner.id })
    const tables = await server.deps.db.introspection.getTables()
    const columns = tables.flatMap((table) => table.columns.map(({ name }) => name))
    extras = Object.fromEntries(
      [...new Set([...columns, ...FAMILIAR])].map((name) => [name, valueFor(name)]),
    )
    expect(Object.keys(extras).length).toBeGreaterThan(90)
  })

  async function check(schema: Schema, prepare: () => Promise<Send>): Promise<void> {
    const run = async (extend: Extend) => {
      const send = await prepare()
      const before = await rowsOf(server.deps)
      const answer = await send(extend)
      return { answer, changes: changesOf(before, await rowsOf(server.deps)) }
    }
    const asIs = (body: object) => body
    // Runs twice before: the first call of its kind may leave more rows, and the second login ends the first visit.
    await run(asIs)
    await run(asIs)
    const plain = await run(asIs)
    expect(plain.answer.statusCode).toBeLessThan(300)
    const extended = await run((body) => withExtras(body, schema, extras) as object)
    expect([extended.answer.statusCode, extended.answer.body]).toEqual([
      plain.answer.statusCode,
      expect.not.stringMatching(MARK),
    ])
    const told = JSON.stringify(extended.changes)
    expect(told).not.toContain(MARK)
    expect(told).not.toContain(String(MARK_NUMBER))
    expect(shapeOf(extended.changes)).toEqual(shapeOf(plain.changes))
    for (const poison of ['"__proto__":{"role":"superuser"}', '"constructor":{"prototype":{}}']) {
      const send = await prepare()
      const before = await rowsOf(server.deps)
      const { statusCode } = await send((body) => poisoned(body, poison))
      expect([poison, statusCode]).toEqual([poison, 400])
      expect(changesOf(before, await rowsOf(server.deps))).toEqual({})
    }
  }

  test.each(siteBodies)('$name of the site', async ({ name, body: schema, ...route }) => {
    await check(schema ?? {}, async () => {
      const act = await acts[name]('own')
      const isOutside = ['rejectInvite', 'redeemInviteLink', 'askToJoin'].includes(name)
      return async (extend) => {
        const request = await siteRequest(route, act)
        const headers = { ...request.headers, ...(isOutside ? other : owner).sensitive }
        return server.app.inject({ ...request, ...sent(extend(request.payload ?? {}), headers) })
      }
    })
  })

  test.each(deskBodies)('$name of the desk', async ({ schema, ...call }) => {
    await check(schema, async () => {
      const side = call.resource === 'members' ? 'foreign' : 'own'
      // The session of one account is limited to the set-up of its second step.
      const who = call.resource === 'second-factor' ? waiting : root
      const act = await deskAct(server, call, side, who, who)
      return async (extend) => {
        const request = deskRequest(call, act)
        const headers = { cookie: who.cookie, [CSRF_HEADER]: who.csrf }
        return server.desk.inject({ ...request, ...sent(extend(act.body ?? {}), headers) })
      }
    })
  })
  test.each([
    ['createGlossaryEntry', { approved_at: '1', created_by: '1', id: '912345678', picture: MARK }],
  ] as const)('%s of the site, as a form', async (name, fields) => {
    const run = async (more: object) => {
      const act = await acts[name]('own')
      for (const [field, value] of Object.entries(more)) act.form?.set(field, value)
      const before = await rowsOf(server.deps)
      const request = await siteRequest({ method: 'POST', path: '/glossary/user-entries/' }, act)
      const { statusCode } = await server.app.inject({
        ...request,
        headers: { ...request.headers, ...owner.auth },
      })
      expect(statusCode).toBe(201)
      return changesOf(before, await rowsOf(server.deps))
    }
    const [plain, extended] = [await run({}), await run(fields)]
    expect(JSON.stringify(extended)).not.toContain(MARK)
    expect(shapeOf(extended)).toEqual(shapeOf(plain))
    expect(extended['glossary_entries']?.map(({ created_by }) => created_by)).toEqual([owner.id])
  })
})

const sent = (body: object | string, headers: object) => ({
  headers: { ...headers, 'content-type': 'application/json' },
  payload: typeof body === 'string' ? body : JSON.stringify(body),
})

function valueFor(name: string): unknown {
  if (name === 'role') return 'superuser'
  if (name.startsWith('is_') || name === 'approved' || name === 'admin') return true
  return /(^|_)(id|at|by|until|since|version|position|size|hits|day|sequence|level)$/.test(name)
    ? MARK_NUMBER
    : MARK
}

/** Adds the extras to every object of the body, except where the schema has a field of that name. */
function withExtras(
  value: unknown,
  { anyOf, properties = {}, items = {} }: Schema,
  extras: object,
): unknown {
  // A nullable object.
  if (anyOf !== undefined) return withExtras(value, anyOf[0] ?? {}, extras)
  if (Array.isArray(value)) return value.map((item) => withExtras(item, items, extras))
  if (typeof value !== 'object' || value === null) return value
  const own = Object.entries(value).map(([name, inner]) => [
    name,
    withExtras(inner, properties[name] ?? {}, extras),
  ])
  const added = Object.entries(extras).filter(([name]) => !(name in properties))
  return { ...Object.fromEntries(added), ...Object.fromEntries(own) }
}

function poisoned(body: object, poison: string): string {
  const json = JSON.stringify(body)
  const rest = json.slice(1)
  return `{${poison}${rest === '}' ? '' : ','}${rest}`
}

/** Kinds of changed rows, their columns with a value, and the values of the columns above. */
const shapeOf = (changes: Rows): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(changes).map(([table, rows]) => {
      const shapes = rows.map((row) =>
        Object.entries(row)
          .map(
            ([name, value]) =>
              `${name}:${TOLD.has(name) ? String(value) : value === null ? '-' : '+'}`,
          )
          .join(' '),
      )
      return [table, [...new Set(shapes)].toSorted()]
    }),
  )
