import Type, { type Static } from 'typebox'
import { shows, superuser } from './deskShapes.ts'
import type { GroupId } from './ids.ts'
import { type CallTable, memberCall } from './route.ts'
import { byId, closed, Nothing, nullable, refused, timestamp } from './shapes.ts'

/** The target of a hook: a webhook of Discord, a room of Matrix, or any address that takes JSON (docs/hooks.md). */
export const HOOK_KINDS = ['discord', 'matrix', 'json'] as const
export type HookKind = (typeof HOOK_KINDS)[number]
/** Hooks of the site, one each. */
export const SITE_HOOKS = ['news', 'events'] as const
export type SiteHook = (typeof SITE_HOOKS)[number]
/** The version of what an address gets that takes JSON. */
export const HOOK_VERSION = 1
/** Characters of an address, a token or a room. */
export const HOOK_TEXT_MAX = 500

const text = () => Type.String({ maxLength: HOOK_TEXT_MAX })
const target = {
  kind: Type.Enum(HOOK_KINDS),
  /** The address of the webhook, or of the server of Matrix. */
  url: text(),
  /** Matrix: an access token. JSON: the key that signs. */
  token: text(),
  /** Matrix: the room. */
  room: text(),
}
export const HookBody = Type.Object({
  ...target,
  /** Also places and notes. */
  shows_details: Type.Boolean(),
})
export type HookBody = Static<typeof HookBody>

/** What is set, without its secrets. */
const Hook = Type.Object({
  kind: Type.Enum(HOOK_KINDS),
  host: Type.String(),
  shows_details: Type.Boolean(),
  /** The first failure since the last success; null: it works. */
  failing_since: nullable(timestamp()),
  is_given_up: Type.Boolean(),
  /** What the other side has said. */
  problem: nullable(Type.String()),
})
export type Hook = Static<typeof Hook>

const Shown = Type.Object({ hook: nullable(Hook) })
/** Null: the message was taken; else what the other side has said. */
const Tested = Type.Object({ problem: nullable(Type.String()) })

/** Additions: announced by `hooks` in `features` of the profile (behaviour 12.39). Who may plan may call them. */
export const hookCalls = {
  getHook: memberCall('GET', '/rpggroups/hook/:id', byId<GroupId>(), {
    summary: 'The hook of a group; its address is never sent',
    response: { 200: Shown, ...refused(403, 404) },
  }),
  saveHook: memberCall('PUT', '/rpggroups/hook/:id', byId<GroupId>(), {
    summary: 'Set the hook of a group, which takes the place of the one before',
    body: HookBody,
    response: { 200: Shown, ...refused(400, 403, 404) },
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
const Named = closed(named)

export const deskHookCalls = {
  hooks: {
    get: superuser.getting('/hooks', shows(Type.Object({ news: nullable(Hook), events: nullable(Hook) }))),
    save: superuser.posting('/hooks', {
      body: closed({ ...named, ...target }),
      response: { 200: Nothing, ...refused(400, 401, 403) },
    }),
    test: superuser.asking('/hooks/test', { body: Named, response: { 200: Tested, ...refused(401, 403, 404) } }),
    remove: superuser.posting('/hooks/remove', { body: Named, response: { 200: Nothing, ...refused(401, 403, 404) } }),
  },
}
