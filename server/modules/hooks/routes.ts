import { randomUUID } from 'node:crypto'
import type { Hook, HookBody, SiteHook } from '#contract/hooks.ts'
import type { GroupId, MemberId } from '#contract/ids.ts'
import { lockTable } from '../../db/dialect.ts'
import type { Read } from '../../db/rows.ts'
import { assertFound, assertPerson, type Change } from '../../desk/audit.ts'
import { changeRoute, type DeskWork, readRoute, type Sent } from '../../desk/changeRoute.ts'
import type { App, Deps } from '../../http/deps.ts'
import { errors, refusal } from '../../http/errors.ts'
import { languageOf } from '../../http/requestLanguage.ts'
import type { Kit } from '../../text/kit.ts'
import { iso } from '../../text/time.ts'
import { HookFailure, sender } from './client.ts'
import { deleteHook, findHook, saveHook, updateHook, WORKING } from './repository.ts'
import { targetOf, vaultOf } from './run.ts'
import { deliver } from './targets.ts'

type W = Read & Pick<Deps, 'jwtSecret' | 'settings' | 'kit'>
type Named = { readonly name: string; readonly group_id: GroupId | null; readonly set_by: MemberId }

const NEEDED = { discord: [], matrix: ['room', 'token'], json: ['token'] } as const

/** @throws Refusal for an address that no hook can have */
export async function setHook(
  w: W,
  named: Named,
  { shows_details, ...body }: HookBody,
): Promise<void> {
  const { kind } = body
  const url = URL.parse(body.url)
  const isAllowed = url?.protocol === 'https:' || w.settings.hookHosts.includes(url?.host ?? '')
  if (url === null || !isAllowed || url.username !== '' || url.password !== '')
    throw refusal(400, 'hook_address', { attr: 'url' })
  const target = { url: url.href, token: body.token.trim(), room: body.room.trim() }
  for (const attr of NEEDED[kind]) if (target[attr] === '') throw errors.blank(attr)
  const before = await findHook(w, named.name)
  const former = before && readableTarget(w, before)
  const hook = {
    ...{ ...named, kind, host: url.host, shows_details: shows_details ? 1 : 0 },
    target: vaultOf(w).seal(JSON.stringify(target), named.name),
  }
  const isSame = before?.kind === kind && former?.url === target.url && former.room === target.room
  await saveHook(w, hook, isSame)
}

function readableTarget(...of: Parameters<typeof targetOf>) {
  try {
    return targetOf(...of)
  } catch {
    return undefined
  }
}

/** Our own words, or those of the other side. */
const problemIn = ({ texts }: Kit, problem: string): string =>
  new Map(Object.entries<string>(texts.feeds.hook.problems)).get(problem) ?? problem

export async function presentHook(w: W, name: string, language?: string): Promise<Hook | null> {
  const row = await findHook(w, name)
  if (row === undefined) return null
  return {
    ...{ kind: row.kind, host: row.host, shows_details: row.shows_details === 1 },
    failing_since: iso(row.failing_since),
    is_given_up: row.next_attempt_at === null,
    problem: row.last_error && problemIn(w.kit.current().in(language), row.last_error),
  }
}

/** Sends a message that is about nothing; a hook that was given up goes on if it arrives. */
export async function testHook(w: W, name: string, language?: string) {
  const hook = await findHook(w, name)
  assertFound(hook)
  const { title, text } = w.kit.current().in(hook.language).texts.feeds.hook.test
  const notice = { thing: 'test', title, lines: [text], link: `${w.settings.publicUrl}/discordia/` }
  try {
    const delivery = { target: targetOf(w, hook), notice, remoteId: null, id: randomUUID() }
    await deliver(hook.kind, sender(w.settings.hookHosts), delivery)
    if (hook.next_attempt_at === null) await updateHook(w, hook, WORKING)
    return { problem: null }
  } catch (error) {
    if (!(error instanceof HookFailure)) throw error
    return { problem: problemIn(w.kit.current().in(language), error.message) }
  }
}

/** The hooks of the site. */
export function hookDeskRoutes(desk: App, deps: Deps): void {
  readRoute(desk, deps, 'hooks', 'get', async (w, _sent, request) => {
    const shown = (name: SiteHook) => presentHook(w, name, languageOf(request))
    return { news: await shown('news'), events: await shown('events') }
  })
  changeRoute(desk, deps, 'hooks', 'save', save)
  readRoute(desk, deps, 'hooks', 'test', (w, { body: { name } }, request) =>
    testHook(w, name, languageOf(request)),
  )
  changeRoute(desk, deps, 'hooks', 'remove', async (w, { body: { name } }) => {
    await lockTable(w.db, 'hooks')
    const before = await presentHook(w, name)
    assertFound(before)
    await deleteHook(w, name)
    return { record: null, before: logged(name, before), after: null, response: {} }
  })
}

const logged = (name: string, hook: Hook | null) =>
  hook && { name, kind: hook.kind, host: hook.host }

async function save(w: DeskWork, { body }: Sent<'hooks', 'save'>): Promise<Change> {
  assertPerson(w.actor)
  const { name, ...hook } = body
  // There may be no row yet that could be locked.
  await lockTable(w.db, 'hooks')
  const before = await presentHook(w, name)
  await setHook(w, { name, group_id: null, set_by: w.actor.id }, { ...hook, shows_details: true })
  const after = await presentHook(w, name)
  return { record: null, before: logged(name, before), after: logged(name, after), response: {} }
}
