import { type Hook, type HookBody, SITE_HOOKS } from '#contract/hooks.ts'
import type { GroupId, MemberId } from '#contract/ids.ts'
import type { Read } from '../../db/rows.ts'
import { assertFound, assertPerson, type Change } from '../../desk/audit.ts'
import { changeRoute, type DeskWork, readRoute, type Sent } from '../../desk/changeRoute.ts'
import type { App, Deps } from '../../http/deps.ts'
import { refusal } from '../../http/errors.ts'
import { iso } from '../../text/time.ts'
import { findUsername } from '../account/repository.ts'
import { HookFailure } from './client.ts'
import { deleteHook, findHook, saveHook } from './repository.ts'
import { sendingOf, targetOf, vaultOf } from './run.ts'
import { TARGETS } from './targets.ts'

type W = Read & Pick<Deps, 'jwtSecret' | 'settings' | 'kit'>
type Named = { readonly name: string; readonly group_id: GroupId | null; readonly set_by: MemberId }

/** Stores where a hook sends. @throws Refusal for an address that no hook can have */
export async function setHook(w: W, { name, group_id, set_by }: Named, body: HookBody) {
  const { kind, token, room, shows_details } = body
  const url = URL.parse(body.url)
  const isAllowed = url?.protocol === 'https:' || w.settings.hookHosts.includes(url?.host ?? '')
  const isWhole = url?.username === '' && url.password === ''
  if (url === null || !isAllowed || !isWhole) throw refusal(400, 'hook_address', { attr: 'url' })
  if (kind === 'matrix' && room.trim() === '') throw refusal(400, 'blank', { attr: 'room' })
  if (kind === 'matrix' && token.trim() === '') throw refusal(400, 'blank', { attr: 'token' })
  const target = JSON.stringify({ url: url.href, token: token.trim(), room: room.trim() })
  await saveHook(w, {
    ...{ name, group_id, set_by, kind, host: url.host },
    target: vaultOf(w).seal(target, name),
    shows_details: shows_details ? 1 : 0,
    language: w.kit.current().language,
  })
}

export async function presentHook(w: Read, name: string): Promise<{ readonly hook: Hook | null }> {
  const row = await findHook(w, name)
  if (row === undefined) return { hook: null }
  const { kind, host, set_by, failing_since, last_error, given_up_at, shows_details } = row
  return {
    hook: {
      ...{ kind, host, shows_details: shows_details === 1 },
      set_by: set_by === null ? null : ((await findUsername(w, set_by)) ?? null),
      failing_since: iso(failing_since),
      is_given_up: given_up_at !== null,
      problem: last_error,
    },
  }
}

/** Sends a message that nothing else is about. @returns what the other side has said against it */
export async function testHook(w: W, name: string): Promise<{ readonly problem: string | null }> {
  const hook = await findHook(w, name)
  assertFound(hook)
  const kit = w.kit.current()
  const { title, text } = kit.texts.feeds.hook.test
  const notice = { thing: 'test', title, lines: [text], link: `${w.settings.publicUrl}/discordia/` }
  try {
    const id = `test-${hook.id}-${w.now}`
    const delivery = { target: targetOf(w, hook), notice, remoteId: null, id }
    await TARGETS[hook.kind](sendingOf(w), delivery)
    return { problem: null }
  } catch (error) {
    if (error instanceof HookFailure) return { problem: error.message }
    throw error
  }
}

export const dropHook = deleteHook

/** The hooks of the site. */
export function hookDeskRoutes(desk: App, deps: Deps): void {
  readRoute(desk, deps, 'hooks', 'list', async (w) => {
    const found = SITE_HOOKS.map(async (name) => [name, (await presentHook(w, name)).hook] as const)
    return Object.fromEntries(await Promise.all(found))
  })
  changeRoute(desk, deps, 'hooks', 'save', save)
  changeRoute(desk, deps, 'hooks', 'test', async (w, { body: { name } }) => ({
    ...{ record: null, before: null, after: { name } },
    response: await testHook(w, name),
  }))
  changeRoute(desk, deps, 'hooks', 'remove', async (w, { body: { name } }) => {
    const before = (await presentHook(w, name)).hook
    assertFound(before)
    await dropHook(w, name)
    return { record: null, before: { name, host: before.host }, after: null, response: {} }
  })
}

async function save(w: DeskWork, { body }: Sent<'hooks', 'save'>): Promise<Change> {
  assertPerson(w.actor)
  const { name, ...hook } = body
  const before = (await presentHook(w, name)).hook
  await setHook(w, { name, group_id: null, set_by: w.actor.id }, hook)
  const after = (await presentHook(w, name)).hook
  const logged = (one: Hook | null) => one && { name, kind: one.kind, host: one.host }
  return { record: null, before: logged(before), after: logged(after), response: {} }
}
