import { PAGE_FEATURES } from '#contract/pages.ts'
import type { TransferArea } from '#contract/sets.ts'
import type { FindDeskSession } from '../desk/guard.ts'
import type { Deps } from '../http/deps.ts'
import type { MailWriters } from '../mail/worker.ts'
import type { Collected, CollectedSite, Expiry, Module, SiteModule } from '../modules/face.ts'
import { modules } from '../modules.ts'
import { voidTag } from '../text/markup.ts'

/** One part of everything that has it, in the order of the list. */
const partsOf = <One, Part extends keyof One>(list: readonly One[], part: Part) =>
  list
    .map((one) => one[part])
    .filter((found): found is NonNullable<One[Part]> => found !== undefined)
const each = <Part extends keyof Module>(part: Part) => partsOf(modules, part)

const merged = <Value>(parts: readonly Value[]): Value => Object.assign({}, ...parts) as Value

export const collected: Collected = {
  personalData: each('personalData'),
  forecastDeletion: async (db, member) =>
    merged(
      await Promise.all(each('forecastDeletion').map((forecast) => forecast(db, member))),
    ) as Awaited<ReturnType<Collected['forecastDeletion']>>,
  links: { terms: each('terms'), others: each('links') },
  queues: (now) =>
    merged(each('queues').map((queues) => queues(now))) as ReturnType<Collected['queues']>,
}

export const mailWriters: MailWriters = merged(each('mails'))
export const expiries: Readonly<Record<string, Expiry>> = merged(each('expiries'))
export const transfers = merged(each('transfers')) as Readonly<Record<TransferArea, URL>>

const [finder] = each('findDeskSession')
/** A test checks that one module has it; without one, nobody has a session. */
export const findDeskSession: FindDeskSession = finder ?? (async () => null)

/** Parts of all modules for one application of the site. */
export function collectSite(deps: Deps) {
  const parts = each('site').map((site) => site(deps, collected))
  const has = <Part extends keyof SiteModule>(part: Part) => partsOf(parts, part)
  const areas = merged(has('areas'))
  const expiry = merged(has('expiry'))
  const content = has('pageFeatures').flat().join(' ')
  const all: CollectedSite = {
    searches: has('search'),
    reads: has('reads').flat(),
    headsOf: has('headOf'),
    lists: has('listPages'),
    everyPage: [voidTag('meta', { name: PAGE_FEATURES, content }), ...has('everyPage')].join(''),
    features: has('features').flat(),
    areaOf: (route) => areas[route] ?? 'contents',
    expiry: async (area) => expiry[area]?.(),
  }
  return { has, all }
}
