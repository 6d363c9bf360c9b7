import { type Application, DECIDED_MAX, TEAM_HASH, TEAM_LINKS_MAX } from '#contract/admission.ts'
import type { ApplicationState } from '#contract/sets.ts'
import { DAY_MS } from '../../../config/time.ts'
import type { Read, RowOf } from '../../../db/rows.ts'
import { assertFound, assertPerson, type Change } from '../../../desk/audit.ts'
import { changeRoute, type DeskWork, readRoute, type Sent } from '../../../desk/changeRoute.ts'
import { type Readable, readRoutes } from '../../../desk/crud.ts'
import { deskErrors } from '../../../desk/errors.ts'
import { peopleByIds, personIn } from '../../../desk/people.ts'
import type { App, Deps } from '../../../http/deps.ts'
import { secretText, sha256 } from '../../../text/secrets.ts'
import { iso } from '../../../text/time.ts'
import type { WorkOf } from '../../../work/work.ts'
import { accountState } from '../state.ts'
import { domainIn, domainOf } from './admit.ts'
import { admissionMails } from './mails.ts'
import {
  activateAll,
  applicationStates,
  decideApplications,
  deleteTeamLink,
  findSettings,
  insertTeamLink,
  listApplicants,
  listTeamLinks,
  listWaiting,
  lockApplicants,
  saveSettings,
} from './repository.ts'

/** Who may register, and the registrations that the team decides about. */
export function admissionDeskRoutes(desk: App, deps: Deps): void {
  readRoutes(desk, deps, applications)
  readRoute(desk, deps, 'applications', 'domains', listDomains)
  changeRoute(desk, deps, 'applications', 'decide', decide)
  readRoute(desk, deps, 'admission', 'get', presentAdmission)
  changeRoute(desk, deps, 'admission', 'save', save)
  changeRoute(desk, deps, 'admission', 'makeLink', makeLink)
  changeRoute(desk, deps, 'admission', 'endLink', endLink)
}

const applications: Readable<'applications', 'applications'> = {
  resource: 'applications',
  table: 'applications',
  list: {
    sortable: ['created_at', 'confirmed_at', 'decided_at'],
    searched: ['line'],
    states: applicationStates,
    defaultState: 'waiting',
    sort: ['id', 'asc'],
  },
  present: presentApplications,
}

async function presentApplications(w: Read, rows: readonly RowOf<'applications'>[]) {
  const accounts = await listApplicants(
    w,
    rows.map(({ user_id }) => user_id),
  )
  const decided = rows.map(({ decided_by }) => decided_by)
  const decider = personIn(await peopleByIds(w, decided))
  return rows.flatMap((row): Application[] => {
    const account = accounts.find(({ id }) => id === row.user_id)
    if (account === undefined) return []
    return [
      {
        id: row.id,
        member: { id: account.id, username: account.username },
        domain: domainOf(account.email_key),
        line: row.line,
        created_at: iso(row.created_at),
        confirmed_at: iso(row.confirmed_at),
        state: stateOf(row, account),
        reason: row.reason,
        decided_at: iso(row.decided_at),
        decided_by: decider(row.decided_by),
      },
    ]
  })
}

function stateOf(
  { admitted, confirmed_at }: RowOf<'applications'>,
  account: Parameters<typeof accountState>[0],
): ApplicationState {
  if (admitted !== null) return admitted === 1 ? 'admitted' : 'declined'
  if (accountState(account) !== 'registered') return 'admitted'
  return confirmed_at === null ? 'unconfirmed' : 'waiting'
}

async function listDomains(w: Read) {
  const waiting = await listWaiting(w, DECIDED_MAX)
  return [...Map.groupBy(waiting, ({ email_key }) => domainOf(email_key))]
    .map(([domain, rows]) => ({ domain, ids: rows.map(({ id }) => id) }))
    .sort((a, b) => b.ids.length - a.ids.length)
}

/** One transaction: a decision that is interrupted has not been made, and can be made again. */
async function decide(
  w: WorkOf<DeskWork>,
  { body: { ids, admits, reason } }: Sent<'applications', 'decide'>,
): Promise<Change> {
  assertPerson(w.actor)
  if (!admits && reason.trim() === '') throw deskErrors.required('reason')
  const decision = {
    admitted: admits ? 1 : 0,
    reason: reason.trim(),
    decided_by: w.actor.id,
  } as const
  await lockApplicants(w, ids)
  const decided = await decideApplications(w, ids, decision)
  const users = decided.map(({ user_id }) => user_id)
  if (admits) await activateAll(w, users)
  for (const { id, email } of await listApplicants(w, users)) {
    const kind = admits ? 'application-admitted' : 'application-declined'
    w.mail(email, admissionMails.of(kind, { user: id }, { onceKey: `${kind}:${id}:${w.now}` }))
  }
  const after = { admits, reason: decision.reason, ids: decided.map(({ id }) => id) }
  return {
    record: ids.length === 1 ? (ids[0] ?? null) : null,
    before: null,
    after,
    response: { decided: decided.length },
  }
}

async function presentAdmission(w: Read) {
  const links = await listTeamLinks(w)
  return {
    ...(await findSettings(w)),
    links: links.map(({ id, name, uses, used, made_by, username, created_at, expires_at }) => ({
      id,
      name,
      uses,
      used,
      made_by: made_by === null ? null : { id: made_by, username: username ?? '' },
      created_at: iso(created_at),
      expires_at: iso(expires_at),
    })),
  }
}

async function save(w: DeskWork, { body }: Sent<'admission', 'save'>): Promise<Change> {
  const before = await findSettings(w)
  const domains = body.refused_domains.map(domainIn)
  const wrong = body.refused_domains.find((_, at) => domains[at] === '')
  if (wrong !== undefined) throw deskErrors.notADomain(wrong)
  const after = { mode: body.mode, refused_domains: [...new Set(domains)].sort() }
  await saveSettings(w, after)
  return { record: null, before, after, response: await presentAdmission(w) }
}

async function makeLink(w: DeskWork, { body }: Sent<'admission', 'makeLink'>): Promise<Change> {
  assertPerson(w.actor)
  const open = (await listTeamLinks(w)).filter(({ used, uses }) => used < uses)
  if (open.length >= TEAM_LINKS_MAX) throw deskErrors.manyTeamLinks(TEAM_LINKS_MAX)
  const secret = secretText()
  const facts = { name: body.name.trim(), uses: body.uses, expires_at: w.now + body.days * DAY_MS }
  const { id } = await insertTeamLink(w, {
    ...facts,
    secret_hash: sha256(secret),
    made_by: w.actor.id,
    created_at: w.now,
  })
  const url = `${w.settings.publicUrl}/auth/register${TEAM_HASH}${secret}`
  return { record: id, before: null, after: facts, response: { url } }
}

async function endLink(w: DeskWork, { params: { id } }: Sent<'admission', 'endLink'>) {
  const before = (await presentAdmission(w)).links.find((link) => link.id === id)
  assertFound(before)
  await deleteTeamLink(w, id)
  return { record: id, before, after: null, response: await presentAdmission(w) }
}
