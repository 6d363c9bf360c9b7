import Type, { type Static } from 'typebox'
import { anyId, changes, getting, Person, posting, reads, shows, superuser } from './deskShapes.ts'
import { ID_MAX, TEXT_MAX } from './fields.ts'
import { type CallTable, memberCall, openCall } from './route.ts'
import { ADMISSIONS, APPLICATION_STATES } from './sets.ts'
import { lenient, line, Nothing, nullable, optionalLine, refused } from './shapes.ts'

/** Open links of the team that let people register, their days and their registrations. */
export const TEAM_LINKS_MAX = 20
export const TEAM_LINK_DAYS_MAX = 365
export const TEAM_LINK_USES_MAX = 1000
/** Domains whose addresses the registration refuses. */
export const REFUSED_DOMAINS_MAX = 500
/** Registrations that one act decides at most. */
export const DECIDED_MAX = 1000
/** Characters of what an applicant writes to the team. */
export const APPLICATION_MAX = TEXT_MAX
/** Begins the fragment of a link of the team, which ends with its secret. */
export const TEAM_HASH = '#team='

/** A version of the code of conduct; staff raise it when everyone has to agree again. */
const version = () => Type.Integer({ minimum: 1, maximum: ID_MAX })

/** Fields of a registration. Additions. */
export const applicationFields = {
  /** A line to the team, where it decides. */
  application: Type.Optional(optionalLine(APPLICATION_MAX)),
  /** The version of the code of conduct that was agreed to. */
  conduct: Type.Optional(version()),
}

const AdmissionFacts = Type.Object({
  mode: lenient(Type.Enum(ADMISSIONS), 'open'),
  /** The present version of the code of conduct; absent without one. */
  conduct: Type.Optional(version()),
})
export type AdmissionFacts = Static<typeof AdmissionFacts>

/**
 * Additions: the first is announced by `admission` in the head of the page, the other by `conduct` of the profile
 * (behaviour 12.33).
 */
export const admissionCalls = {
  getAdmission: openCall('GET', '/users/admission/', {
    summary: 'Who may register, and the version of the code of conduct',
    response: { 200: AdmissionFacts },
  }),
  acceptConduct: memberCall('POST', '/users/conduct/', {
    summary: 'Agree to a version of the code of conduct: 409 there is another one by now',
    body: Type.Object({ version: version() }),
    response: { 200: Nothing, ...refused(409) },
  }),
} as const satisfies CallTable

/* At the desk. */

const Application = Type.Object({
  id: anyId(),
  member: Person,
  /** Domain of the e-mail address. */
  domain: Type.String(),
  line: Type.String(),
  created_at: Type.String(),
  /** The applicant has opened the mailed link: from then on the team decides. */
  confirmed_at: nullable(Type.String()),
  state: Type.Enum(APPLICATION_STATES),
  reason: nullable(Type.String()),
  decided_at: nullable(Type.String()),
  decided_by: nullable(Person),
})
export type Application = Static<typeof Application>

const TeamLink = Type.Object({
  id: anyId(),
  name: Type.String(),
  uses: Type.Integer(),
  used: Type.Integer(),
  made_by: nullable(Person),
  created_at: Type.String(),
  expires_at: Type.String(),
})

const settings = {
  mode: Type.Enum(ADMISSIONS),
  /** Such as `example.com`, without an @. */
  refused_domains: Type.Array(line(), { maxItems: REFUSED_DOMAINS_MAX }),
}
const DeskAdmission = Type.Object({ ...settings, links: Type.Array(TeamLink) })
export type DeskAdmission = Static<typeof DeskAdmission>

export const deskAdmissionCalls = {
  applications: {
    ...reads('applications', Application),
    /** Ids of those that wait by the domain of their addresses, the most frequent first; `DECIDED_MAX` at most. */
    domains: getting(
      '/applications/domains',
      shows(Type.Array(Type.Object({ domain: Type.String(), ids: Type.Array(anyId()) }))),
    ),
    /** All of them or none. Those that do not wait any more are left alone. The reason is mailed, and needed to decline. */
    decide: posting('/applications/decide', {
      body: Type.Object({
        ids: Type.Array(anyId(), { minItems: 1, maxItems: DECIDED_MAX }),
        admits: Type.Boolean(),
        reason: Type.String({ maxLength: 2000 }),
      }),
      response: { 200: Type.Object({ decided: Type.Integer() }), ...refused(400, 401, 403) },
    }),
  },
  admission: {
    get: superuser.getting('/admission', shows(DeskAdmission)),
    save: superuser.posting('/admission', { ...shows(DeskAdmission), body: Type.Object(settings) }),
    /** The only response with the URL, whose secret is stored as a hash. */
    makeLink: superuser.posting('/admission/links', {
      body: Type.Object({
        name: line(),
        days: Type.Integer({ minimum: 1, maximum: TEAM_LINK_DAYS_MAX }),
        uses: Type.Integer({ minimum: 1, maximum: TEAM_LINK_USES_MAX }),
      }),
      response: { 200: Type.Object({ url: Type.String() }), ...refused(400, 401, 403, 409) },
    }),
    endLink: superuser.posting('/admission/links/:id/end', changes(DeskAdmission)),
  },
}
