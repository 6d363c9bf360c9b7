import Type, { type Static, type TSchema } from 'typebox'
import { shows, superuser } from './deskShapes.ts'
import { TEXT_MAX } from './fields.ts'
import type { GroupId } from './ids.ts'
import { type CallTable, memberCall } from './route.ts'
import { byId, closed, Nothing, nullable, refused, timestamp } from './shapes.ts'

/** Where a hook sends: a webhook of Discord, a room of Matrix, or any address that takes JSON (docs/hooks.md). */
export const HOOK_KINDS = ['discord', 'matrix', 'json'] as const
export type HookKind = (typeof HOOK_KINDS)[number]
/** Hooks of the site, one each. */
export const SITE_HOOKS = ['news', 'events'] as const
export type SiteHook = (typeof SITE_HOOKS)[number]
/** Characters of an address, a token or a room. */
export const HOOK_TEXT_MAX = 500

const text = () => Type.String({ maxLength: HOOK_TEXT_MAX })

const body = {
  kind: Type.Enum(HOOK_KINDS),
  /** The address of the webhook, or of the server of Matrix. */
  url: text(),
  /** Matrix: an access token. JSON: the key that signs; empty: none is checked. */
  token: text(),
  /** Matrix: the room. */
  room: text(),
  /** Also places and notes, or how many seats are left. */
  shows_details: Type.Boolean(),
}
export const HookBody = Type.Object(body)
export type HookBody = Static<typeof HookBody>

/** What is set, without its secrets. */
export const Hook = Type.Object({
  kind: Type.Enum(HOOK_KINDS),
  host: Type.String(),
  shows_details: Type.Boolean(),
  /** Username; null: a former member. */
  set_by: nullable(Type.String()),
  /** The first failure of those since the last success; null: it works. */
  failing_since: nullable(timestamp()),
  /** It is not tried any more. */
  is_given_up: Type.Boolean(),
  /** What the other side said. */
  problem: nullable(Type.String({ maxLength: TEXT_MAX })),
})
export type Hook = Static<typeof Hook>

/** Null: the message was taken; else what the other side has said. */
const Tested = Type.Object({ problem: nullable(Type.String()) })
const shown = <S extends TSchema>(one: S) => Type.Object({ hook: nullable(one) })

/** Additions: announced by `hooks` in `features` of the profile (behaviour 12.38). Who may plan may call them. */
export const hookCalls = {
  getHook: memberCall('GET', '/rpggroups/hook/:id', byId<GroupId>(), {
    summary: 'The hook of a group; its address is never sent',
    response: { 200: shown(Hook), ...refused(403, 404) },
  }),
  saveHook: memberCall('PUT', '/rpggroups/hook/:id', byId<GroupId>(), {
    summary: 'Set the hook of a group, which takes the place of the one before',
    body: HookBody,
    response: { 200: shown(Hook), ...refused(400, 403, 404) },
  }),
  testHook: memberCall('POST', '/rpggroups/hook/:id/test/', byId<GroupId>(), {
    summary: 'Send a message to the hook of a group',
    response: { 200: Tested, ...refused(403, 404) },
  }),
  removeHook: memberCall('DELETE', '/rpggroups/hook/:id', byId<GroupId>(), {
    summary: 'Remove the hook of a group; what was sent stays there',
    response: { 200: Nothing, ...refused(403, 404) },
  }),
} as const satisfies CallTable

const named = { name: Type.Enum(SITE_HOOKS) }

export const deskHookCalls = {
  hooks: {
    list: superuser.getting('/hooks', shows(Type.Object({ news: nullable(Hook), events: nullable(Hook) }))),
    save: superuser.posting('/hooks', { body: closed({ ...named, ...body }), ...shows(Nothing) }),
    test: superuser.posting('/hooks/test', { body: closed(named), ...shows(Tested) }),
    remove: superuser.posting('/hooks/remove', { body: closed(named), ...shows(Nothing) }),
  },
}
