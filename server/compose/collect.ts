import { CHECKS } from '#contract/checklist.ts'
import { PAGE_FEATURES } from '#contract/pages.ts'
import type { TransferArea } from '#contract/sets.ts'
import { messageOf } from '../config/thrown.ts'
import type { FindDeskSession } from '../desk/guard.ts'
import type { Deps } from '../http/deps.ts'
import { languagesTag } from '../http/plugins/pageHead.ts'
import { withDigest } from '../mail/digestMail.ts'
import type { MailWriters } from '../mail/worker.ts'
import type {
  CheckDeps,
  Collected,
  CollectedSite,
  Expiry,
  KitDeps,
  Module,
  SiteParts,
} from '../modules/face.ts'
import { modules } from '../modules.ts'
import { check, type FoundCheck } from '../text/check.ts'
import { defaultKit, type KitSource, makeKitSource } from '../text/kit.ts'
import { voidTag } from '../text/markup.ts'

/** The values of one part, of all that have it, in the order of the list. */
const partsOf = <One, Part extends keyof One>(list: readonly One[], part: Part) =>
  list
    .map((one) => one[part])
    .filter((found): found is NonNullable<One[Part]> => found !== undefined)
const partsOfModules = <Part extends keyof Module>(part: Part) => partsOf(modules, part)

const merged = <Value>(parts: readonly Value[]): Value => Object.assign({}, ...parts) as Value

export const collected: Collected = {
  personalData: partsOfModules('personalData'),
  forecastDeletion: async (w, member) =>
    merged(
      await Promise.all(partsOfModules('forecastDeletion').map((forecast) => forecast(w, member))),
    ) as Awaited<ReturnType<Collected['forecastDeletion']>>,
  pictureTexts: partsOfModules('pictureTexts').flat(),
  links: { terms: partsOfModules('terms'), others: partsOfModules('links') },
  queues: (now) =>
    merged(partsOfModules('queues').map((queues) => queues(now))) as ReturnType<
      Collected['queues']
    >,
  checks: listChecks,
}

async function listChecks(deps: CheckDeps): Promise<FoundCheck[]> {
  const lost = (error: unknown) => [check('database', 'wrong_lost', { reason: messageOf(error) })]
  const found = await Promise.all(
    partsOfModules('checks')
      .flat()
      .map(async (checks) => checks(deps))
      .map((rows) => rows.catch(lost)),
  )
  const byName = new Map(found.flat().map((row) => [row.name, row]))
  // Tables of the next migrations are missing: that is no outage.
  if (byName.get('migrations')?.state === 'wrong') byName.delete('database')
  return CHECKS.flatMap((name) => byName.get(name) ?? [])
}

export const mailWriters: MailWriters = withDigest(merged(partsOfModules('mails')))
export const expiries: Readonly<Record<string, Expiry>> = merged(partsOfModules('expiries'))
export const transfers = merged(partsOfModules('transfers')) as Readonly<Record<TransferArea, URL>>

const [kits] = partsOfModules('kits')
/** A test checks that one module has `kits`; without one, the site has its default kit. */
export const kitsOf = (deps: KitDeps): KitSource => {
  const stored = kits?.(deps)
  return makeKitSource(
    stored?.read ?? (async () => defaultKit()),
    stored?.draft ?? (async () => null),
    deps.settings.languages,
  )
}

const [finder] = partsOfModules('findDeskSession')
/** A test checks that one module has `findDeskSession`; without one, no request has a session. */
export const findDeskSession: FindDeskSession = finder ?? (async () => null)

export function collectSite(deps: Deps) {
  const parts = partsOfModules('site').map((site) => site(deps, collected))
  const partsOfSite = <Part extends keyof SiteParts>(part: Part) => partsOf(parts, part)
  const areas = merged(partsOfSite('areas'))
  const expiry = merged(partsOfSite('expiry'))
  const pageFeatures = partsOfSite('pageFeatures').flat().join(' ')
  const all: CollectedSite = {
    searches: partsOfSite('search'),
    reads: partsOfSite('reads').flat(),
    headsOf: partsOfSite('headOf'),
    lists: partsOfSite('listPages'),
    everyPage: (kit) =>
      [
        voidTag('meta', { name: PAGE_FEATURES, content: pageFeatures }),
        languagesTag(kit),
        ...partsOfSite('everyPage').map((markupOf) => markupOf(kit)),
      ].join(''),
    features: async () => {
      const switched = partsOfSite('switchedFeatures').map((features) => features())
      return [...partsOfSite('features'), ...(await Promise.all(switched))].flat()
    },
    areaOf: (route) => areas[route] ?? 'contents',
    expiry: async (area) => expiry[area]?.(),
  }
  return { partsOfSite, all }
}
