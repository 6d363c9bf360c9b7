import type { TokenPair } from '../../contract/shapes.ts'
import { draftKey, type StoredValues, storedDraft } from './storedValues.ts'

/** Effects of the storage that a visitor notices. */
export type Facet = 'session' | 'theme' | 'consent' | 'draft'

/** A member's tokens, and invalid ones. */
export type SomeTokens = TokenPair & {
  readonly expired: string
  readonly ended: TokenPair
}

export type Forbidden = 'localStorage' | 'sessionStorage' | 'cookie' | 'getItem' | 'setItem'

export type Damage = {
  readonly what: string
  /** Values that replace healthy ones. */
  readonly over?: (tokens: SomeTokens) => Partial<StoredValues>
  /** Lost facets; everything else stays. */
  readonly loses?: readonly Facet[]
  /** Storage that throws. */
  readonly forbids?: Forbidden
  /** The state of the page's entry in the history. */
  readonly historyState?: unknown
  readonly isFull?: true
}

const local = (values: StoredValues['local']) => () => ({ local: values })
const tab = (values: StoredValues['tab']) => () => ({ tab: values })
const cookies = (values: StoredValues['cookies']) => () => ({ cookies: values })
const draft =
  (value: string) =>
  ({ access }: SomeTokens) => ({ local: { [draftKey(access)]: value } })
const WEEK_MS = 7 * 86_400_000

/** An unsigned token. */
const unsigned = (claims: string): string =>
  `${btoa('{"alg":"none"}')}.${btoa(claims)}.`.replaceAll('=', '')

const MEGABYTE = 'x'.repeat(2 ** 20)

/** Damaged sessions; the next call renews one with a valid refresh token. */
const SESSIONS: readonly Damage[] = [
  { what: 'an empty access token', over: local({ access_token: '' }), loses: ['session'] },
  { what: 'an access token "null"', over: local({ access_token: 'null' }), loses: ['session'] },
  {
    what: 'an access token of a megabyte',
    over: local({ access_token: MEGABYTE }),
    loses: ['session'],
  },
  {
    what: 'an access token in Cyrillic letters',
    over: local({ access_token: 'ключ' }),
    loses: ['session'],
  },
  {
    what: 'an access token that is two headers',
    over: local({ access_token: 'x\r\nX-Staff: 1' }),
    loses: ['session'],
  },
  {
    what: 'no access token beside the refresh token',
    over: local({ access_token: null }),
    loses: ['session'],
  },
  { what: 'an access token in JSON', over: local({ access_token: '{"access":"x"}' }) },
  {
    what: 'half an access token',
    over: ({ access }) => ({ local: { access_token: access.slice(0, 40) } }),
  },
  {
    what: 'an access token with the signature of another server',
    over: ({ access }) => ({ local: { access_token: access.replace(/[^.]+$/, 'AAAA') } }),
  },
  {
    what: 'an expired access token',
    over: ({ expired }) => ({ local: { access_token: expired } }),
  },
  { what: 'an access token whose claims are no JSON', over: local({ access_token: 'a.b.c' }) },
  {
    what: 'an unsigned access token with keys of the prototype',
    over: local({
      access_token: unsigned('{"__proto__":{"isMember":true},"logout":true}'),
    }),
  },
  { what: 'no refresh token', over: local({ refresh_token: null }) },
  {
    what: 'access and refresh token exchanged',
    over: ({ access, refresh }) => ({ local: { access_token: refresh, refresh_token: access } }),
    loses: ['session', 'draft'],
  },
  {
    what: 'two tokens of garbage',
    over: local({ access_token: 'stale', refresh_token: '[object Object]' }),
    loses: ['session', 'draft'],
  },
  {
    what: 'an expired access token and a refresh token "undefined"',
    over: ({ expired }) => ({ local: { access_token: expired, refresh_token: 'undefined' } }),
    loses: ['session'],
  },
  {
    what: 'the tokens of a session that has ended',
    over: ({ ended }) => ({ local: { access_token: ended.access, refresh_token: ended.refresh } }),
    loses: ['session'],
  },
]

const SETTINGS: readonly Damage[] = [
  { what: 'a staff flag in JSON', over: local({ is_staff: '{"a":1}' }) },
  { what: 'the staff flag of somebody else', over: local({ is_staff: 'true' }) },
  { what: 'a superuser flag that is a list', over: local({ is_superuser: '[]' }) },
  { what: 'a language "null"', over: local({ selectedLanguage: 'null' }) },
  { what: 'a language that nobody speaks', over: local({ selectedLanguage: 'qq' }) },
  { what: 'a language that is a path', over: local({ selectedLanguage: '../../etc/passwd' }) },
  { what: 'a language of a megabyte', over: local({ selectedLanguage: MEGABYTE }) },
  {
    what: 'a language in JSON, and one of the prototype',
    over: local({ selectedLanguage: '{"lng":"en"}', selectedLanguage2: '__proto__' }),
  },
  { what: 'a language cookie that cannot be decoded', over: cookies({ i18next: '%E0%A4%A' }) },
  {
    what: 'a language of the tab from the prototype',
    over: () => ({ local: { selectedLanguage: null }, tab: { selectedLanguage: 'constructor' } }),
  },
  { what: 'a theme from the prototype', over: local({ theme: '__proto__' }), loses: ['theme'] },
  { what: 'a theme in JSON', over: local({ theme: '"dark"' }), loses: ['theme'] },
  {
    what: 'a consent that cannot be decoded',
    over: cookies({ 'Discordia-consent-cookie': '%E0%A4%A' }),
  },
  {
    what: 'a consent of an earlier version',
    over: cookies({ 'Discordia-consent-cookie': null, 'discordia-consent-cookie': 'true' }),
  },
]

const OF_FORMS: readonly Damage[] = [
  { what: 'a draft that is no JSON', over: draft('{owner:'), loses: ['draft'] },
  { what: 'half a draft', over: draft(storedDraft().slice(0, 60)), loses: ['draft'] },
  { what: 'a draft that is a list', over: draft('[null,[],7]'), loses: ['draft'] },
  {
    what: 'a draft of wrong types',
    over: draft(storedDraft({ title: null, sections: {} })),
    loses: ['draft'],
  },
  {
    what: 'a draft with keys of the prototype',
    over: draft('{"__proto__":{},"constructor":"1","version":1}'),
    loses: ['draft'],
  },
  {
    what: 'a draft of a week ago',
    over: draft(storedDraft({}, Date.now() - WEEK_MS)),
    loses: ['draft'],
  },
  {
    what: 'a draft of another version of the site',
    over: draft(storedDraft({ name: 'Old', texts: [] })),
    loses: ['draft'],
  },
  {
    what: 'a place to scroll to without end',
    over: tab({ 'scroll-place': '["/discordia/rules",1e999,{}]' }),
  },
  {
    what: 'a history entry of another site',
    historyState: { usr: [null, 'x'], key: { __proto__: null }, idx: 'NaN' },
  },
]

const WHOLE: readonly Damage[] = [
  { what: 'a full storage', isFull: true },
  { what: 'a storage that refuses to write', forbids: 'setItem' },
  {
    what: 'a storage that refuses to read',
    forbids: 'getItem',
    loses: ['session', 'theme', 'draft'],
  },
  {
    what: 'no access to local storage',
    forbids: 'localStorage',
    loses: ['session', 'theme', 'draft'],
  },
  { what: 'no access to session storage', forbids: 'sessionStorage' },
  { what: 'no access to cookies', forbids: 'cookie', loses: ['consent'] },
]

export const DAMAGES: readonly Damage[] = [...SESSIONS, ...SETTINGS, ...OF_FORMS, ...WHOLE]
