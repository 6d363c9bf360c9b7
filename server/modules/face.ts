import type { FastifyBaseLogger } from 'fastify'
import type { MemberId } from '#contract/ids.ts'
import type { Deletion } from '#contract/personalData.ts'
import type { Feature, PageFeature, TransferArea } from '#contract/sets.ts'
import type { Settings } from '../config/env.ts'
import type { Expire, HasDb } from '../db/rows.ts'
import type { FindDeskSession } from '../desk/guard.ts'
import type { Area } from '../http/cache/responseCache.ts'
import type { App, Deps } from '../http/deps.ts'
import type { PageRead } from '../http/pageAnswers.ts'
import type { HeadOf, ListPages } from '../http/plugins/pageHead.ts'
import type { Poller } from '../mail/poller.ts'
import type { MailWriters } from '../mail/worker.ts'
import type { FoundCheck } from '../text/check.ts'
import type { Kit, KitSource } from '../text/kit.ts'
import type { PersonalData } from '../work/personalData.ts'
import type { PictureTexts } from './formatting/pictureRepository.ts'
import type { LinkSource, LinkSources, TermSource } from './linking/source.ts'
import type { Queue, Queues } from './overview/repository.ts'

export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
export type CheckDeps = Pick<Deps, 'db' | 'engine' | 'settings' | 'clock' | 'kit'>
export type KitDeps = Pick<Deps, 'db' | 'clock' | 'jwtSecret' | 'files' | 'settings'>
type Routes<All> = (app: App, all: All) => void | Promise<void>

/**
 * The whole interface of a module to the rest of the server. `server/compose` loops over `server/modules.ts` and
 * depends on nothing else of a module.
 */
export type Module = {
  /** Called once for each application, which owns what its parts share, such as an index in memory. */
  readonly site?: (deps: Deps, all: Collected) => SiteParts
  /** Routes below the API of the staff desk. Access comes from `role` in contract/desk.ts; see `desk/guard.ts`. */
  readonly desk?: (desk: App, deps: Deps, all: Collected) => void | Promise<void>
  /** Routes of the desk's application outside its API. */
  readonly deskFiles?: (app: App, deps: Deps) => void | Promise<void>
  readonly findDeskSession?: FindDeskSession
  /** The name, texts and looks of the site, as they are stored. */
  readonly kits?: (
    deps: KitDeps,
  ) => Pick<KitSource, 'draft'> & { readonly read: () => Promise<Kit> }
  /** Writers of mails, by the name of the kind in the outbox. */
  readonly mails?: MailWriters
  /** Work in the background. */
  readonly jobs?: readonly ((deps: Deps, log: Log, all: Collected) => Poller)[]
  /** Rows that are deleted, or blanked, some time after they have ended, by a name for logs and tests. */
  readonly expiries?: Readonly<Record<string, Expiry>>
  /** Runs every ten minutes, after the expiries. */
  readonly cleanUp?: (deps: Deps, log: Log, all: Collected) => Promise<unknown>
  readonly personalData?: PersonalData
  /** Columns of texts with light formatting, which may show pictures. */
  readonly pictureTexts?: readonly PictureTexts[]
  /** Effects of an account's deletion on the rows of this module. */
  readonly forecastDeletion?: (w: HasDb, member: MemberId) => Promise<Partial<Forecast>>
  /** Texts with links. The names of `terms` are what texts are linked to; the first module wins over equal names. */
  readonly terms?: TermSource
  readonly links?: LinkSource
  readonly queues?: (now: number) => Readonly<Partial<Record<keyof Queues, Queue>>>
  /** Modules that export the `format` of an area's file; loaded when a file is read or written. */
  readonly transfers?: Readonly<Partial<Record<TransferArea, URL>>>
  /** @throws SettingsError where the server must not start */
  readonly assertStart?: (settings: Settings) => void
  /** Runs before anything listens, after the migrations. */
  readonly atStart?: (deps: Omit<Deps, 'kit'>) => Promise<StartReport>
  /** What the checklist of the desk, `doctor` and a start look at. @throws during an outage of the database */
  readonly checks?: readonly ((
    deps: CheckDeps,
  ) => readonly FoundCheck[] | Promise<readonly FoundCheck[]>)[]
}

/** Sentences for the operator. */
export type StartReport = {
  readonly notes: readonly string[]
  readonly warnings: readonly string[]
}

/** Parts of a module for one application of the site. */
export type SiteParts = {
  /** Runs before all routes, with the decorations that they share. */
  readonly decorate?: (app: App) => void | Promise<void>
  /** Calls of the API without a token, and forms of pages without scripts. */
  readonly open?: Routes<CollectedSite>
  /** Calls that show a member more than a visitor. */
  readonly optional?: Routes<CollectedSite>
  /** Calls that need a valid token. */
  readonly member?: Routes<CollectedSite>
  /** Pages and files outside the API. */
  readonly pages?: Routes<CollectedSite>
  /** File that exports a `SearchSource` as `source`: threads import it, too. */
  readonly search?: URL
  /** Calls that pages make while the server renders them. */
  readonly reads?: readonly PageRead[]
  readonly headOf?: HeadOf
  readonly listPages?: ListPages
  /** Markup for the head of every page. */
  readonly everyPage?: (kit: Kit) => string
  /** Announced in the head of every page: additions that call nothing before a click. */
  readonly pageFeatures?: readonly PageFeature[]
  /** Announced by the profile: all other additions. */
  readonly features?: readonly Feature[]
  /** Those that the staff have not switched off. */
  readonly switchedFeatures?: () => Promise<readonly Feature[]>
  /** Routes of the site by the cache area of what they show; the rest show contents. */
  readonly areas?: Readonly<Record<string, Area>>
  /** Time at which cached data change without a write; epoch milliseconds. */
  readonly expiry?: Readonly<Partial<Record<Area, () => Promise<number | undefined>>>>
}

/** `keptMs` counts from the time that `expire` reads: when the row, or its event, was sent, decided, ended or created. */
export type Expiry = { readonly expire: Expire; readonly keptMs: number }
type Forecast = Omit<Deletion, 'due_at'>

/** Parts of all modules together, for modules that work on all of them. */
export type Collected = {
  readonly personalData: readonly PersonalData[]
  readonly forecastDeletion: (w: HasDb, member: MemberId) => Promise<Forecast>
  readonly links: LinkSources
  readonly pictureTexts: readonly PictureTexts[]
  readonly queues: (now: number) => Queues
  /** All of them, in the order of `CHECKS`. An outage of the database is one of them. */
  readonly checks: (deps: CheckDeps) => Promise<FoundCheck[]>
}

export type CollectedSite = {
  readonly searches: readonly URL[]
  readonly reads: readonly PageRead[]
  readonly headsOf: readonly HeadOf[]
  readonly lists: readonly ListPages[]
  readonly everyPage: (kit: Kit) => string
  readonly features: () => Promise<readonly Feature[]>
  readonly areaOf: (route: string) => Area
  readonly expiry: (area: Area) => Promise<number | undefined>
}

/**
 * A folder of `server/modules` in the list. Modules do not import each other: `make` receives the functions that others
 * give, by name.
 */
type Face<Needs> = { readonly gives?: object; readonly make: (needs: Needs) => Module }
type Intersection<Union> = (Union extends unknown ? (part: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never
/** Functions that the modules of a list give, by name. */
export type Given<Faces extends readonly Face<never>[]> = Intersection<
  Extract<Faces[number], { readonly gives: object }>['gives']
>
