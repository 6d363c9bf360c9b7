import type { TFunction } from 'i18next'
import { useContext, useEffect, useState } from 'react'
import toast, { useToaster } from 'react-hot-toast/headless'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import type { ContentDetail } from '#contract/content.ts'
import type { RichText } from '#contract/formatting.ts'
import type { GlossaryEntry, GlossarySubEntry } from '#contract/glossary.ts'
import type { ContentId, GlossaryEntryId, RuleEntryId } from '#contract/ids.ts'
import {
  ARTICLE_PAGE,
  articlePath,
  entryPath,
  GLOSSARY_PAGE,
  publicPageAt,
  RULE_PAGE,
  rulePath,
} from '#contract/publicPages.ts'
import type { BasicRuleEntry, QuickRuleEntry, RuleSubEntry } from '#contract/rules.ts'
import {
  canonicalAddress,
  describedBy,
  eventDescription,
  type LinkPicture,
  type PageDescription,
  pageTags,
  wordsOf,
} from '#shared/pageTags.ts'
import { rhythmInSentence } from '#shared/rhythm.ts'
import { safeUrl } from '#shared/safeUrl.ts'
import { timeRange } from '#shared/timeRange.ts'
import { readerTimeZone } from '#src/platform/intl.ts'
import { pressSearchOnKeys } from '#src/platform/keys.ts'
import { canonicalUrl, servedSite, writeHead } from '#src/platform/languages.ts'
import { idIn, PREVIEW_PARAM } from '#src/platform/urlParts.ts'
import { useAppDispatch, useAppSelector } from '#src/store/hooks.ts'
import type { RootState } from '#src/store/reducer.ts'
import { selectIsConductAsked } from '#src/store/session/stepUp.ts'
import { type ToastArea, toastShown } from '#src/store/toasts/slice.ts'
import { Late } from '#src/ui/Late.tsx'
import { ToastRegion } from '#src/ui/ToastRegion.tsx'
import { ServedFacts } from '#src/ui/useKit.ts'
import { useLanguage } from '#src/ui/useLanguage.ts'

const TOAST_MS = 5000

const FADE_OUT_MS = 200

export function ToastLayer() {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const language = useLanguage()
  const queue = useAppSelector((state) => state.toasts.queue)

  useEffect(() => {
    for (const { id, area, kind, key, values } of queue) {
      const until = timeRange(values.until, null, readerTimeZone(), { language })
      const rhythm =
        values.rhythm &&
        rhythmInSentence(values.rhythm, (one, of) => t(`planning.${one}`, { ...of }), language)
      toast[kind](t(key, { ...values, until, rhythm }), { id, toasterId: area })
      dispatch(toastShown(id))
    }
  }, [queue, dispatch, t, language])

  return (
    <>
      <Area area="nav" label={t('toast.nav_region')} place="top-right" />
      <Area area="page" label={t('toast.page_region')} place="top-centre" />
    </>
  )
}

type AreaProps = { area: ToastArea; label: string; place: 'top-right' | 'top-centre' }

function Area({ area, label, place }: AreaProps) {
  const { toasts, handlers } = useToaster({ duration: TOAST_MS, removeDelay: FADE_OUT_MS }, area)
  return (
    <ToastRegion
      label={label}
      place={place}
      toasts={toasts.map(({ id, message, type, visible }) => ({
        id,
        // Always a string, see above.
        message: typeof message === 'string' ? message : '',
        tone: type === 'error' ? 'error' : 'success',
        isVisible: visible,
      }))}
      onDismiss={(id) => toast.dismiss(id, area)}
      onPause={handlers.startPause}
      onResume={handlers.endPause}
    />
  )
}

const loadConduct = async () =>
  (
    await import(
      /* webpackChunkName: "conduct" */ '#src/features/account/admission/ConductDialog.tsx'
    )
  ).ConductDialog

/** The dialog is loaded when an act first waits for it. */
function ConductQuestion() {
  const isAsked = useAppSelector(selectIsConductAsked)
  const [isNeeded, setIsNeeded] = useState(false)
  if (isAsked && !isNeeded) setIsNeeded(true)
  return isNeeded && <Late load={loadConduct} />
}

/** Parts that a page does not need before its first paint. */
export function AfterPaint() {
  useEffect(pressSearchOnKeys, [])
  return (
    <>
      <PageHead />
      <ToastLayer />
      <ConductQuestion />
    </>
  )
}

/** Writes the head of each page opened by a click as the server would, once the data of the page are loaded. */
export function PageHead() {
  const { t } = useTranslation()
  const language = useLanguage()
  const location = useLocation()
  const { pathname, search } = location
  const state: unknown = location.state
  const timeZone = useContext(ServedFacts)?.timeZone
  const queries = useAppSelector((root) => root.api.queries)
  useEffect(() => {
    const site = servedSite()
    if (site === null) return
    const page = describePage({ pathname, search, state }, queries, {
      t,
      language,
      publicUrl: site.publicUrl,
      timeZone: timeZone ?? readerTimeZone(),
    })
    if (page && canonicalUrl() !== canonicalAddress(site, page.path))
      writeHead(pageTags(site, page))
  }, [pathname, search, state, queries, t, language, timeZone])
  return null
}

type Queries = RootState['api']['queries']
type Place = { readonly pathname: string; readonly search: string; readonly state: unknown }
type Site = {
  readonly t: TFunction
  readonly language: string
  readonly publicUrl: string
  readonly timeZone: string
}
type RuleEntry = BasicRuleEntry | QuickRuleEntry

/** Null for a page without a head of its own, and until its data are loaded. */
function describePage(place: Place, queries: Queries, site: Site): PageDescription | null {
  const { pathname, search } = place
  const query = new URLSearchParams(search)
  const [, article] = ARTICLE_PAGE.exec(pathname) ?? []
  if (article !== undefined)
    return query.has(PREVIEW_PARAM) ? null : articlePage(idIn(article), queries, site)
  const [, rule] = RULE_PAGE.exec(pathname) ?? []
  if (rule !== undefined) return rulePage(idIn(rule), place.state, queries, site)
  const entry = GLOSSARY_PAGE.test(pathname) ? findEntry(idIn(query.get('entry')), queries) : null
  if (entry) return entryPage(entry, queries, site)
  const known = publicPageAt(pathname)
  return known
    ? {
        title: site.t(known.title),
        description: site.t(known.lead),
        path: known.path,
        type: 'website',
      }
    : null
}

/** Cached responses of an endpoint, found by its name so that the endpoint's code need not be loaded. */
const responses = <Response,>(queries: Queries, endpoint: string, arg?: number): Response[] =>
  Object.values(queries).flatMap((query) =>
    query?.endpointName === endpoint &&
    query.data !== undefined &&
    (arg === undefined || query.originalArgs === arg)
      ? [query.data as Response]
      : [],
  )

const pictureOf = (
  path: string | null,
  size: { width: number; height: number } | undefined,
  { publicUrl }: Site,
): LinkPicture | null => {
  const url = safeUrl(path, 'file')
  return url === null ? null : { url: new URL(url, publicUrl).href, ...size }
}

const words = (text: string, rich: RichText | undefined): string => (rich ? wordsOf(rich) : text)

function articlePage(id: ContentId | null, queries: Queries, site: Site): PageDescription | null {
  const [article] = id === null ? [] : responses<ContentDetail>(queries, 'getArticle', id)
  if (!article) return null
  const { type, title, short_description, cancelled_at } = article
  const range = timeRange(article.event_date ?? article.date, article.event_end, site.timeZone, {
    hasYear: true,
    hasZone: true,
    language: site.language,
  })
  return {
    title: cancelled_at ? site.t('news.cancelled_title', { title }) : title,
    description:
      type === 'Event'
        ? eventDescription(range, article.location, short_description)
        : short_description,
    path: articlePath(article.id),
    type: 'article',
    picture: pictureOf(article.background_image, article.image_size, site),
    publishedAt: type === 'News' ? article.date : (article.published_at ?? null),
  }
}

function rulePage(
  id: RuleEntryId | null,
  state: unknown,
  queries: Queries,
  site: Site,
): PageDescription | null {
  const lists = ['listRuleEntries', 'listQuickEntries'].flatMap((name) =>
    responses<{ entries: RuleEntry[] }>(queries, name),
  )
  const given = (state as { entry?: RuleEntry } | null)?.entry
  const entry = [given, ...lists.flatMap(({ entries }) => entries)].find((each) => each?.id === id)
  if (!entry) return null
  const name = entry.type === 'quick' ? 'listQuickSubEntries' : 'listRuleSubEntries'
  const [sections] = responses<RuleSubEntry[]>(queries, name, entry.id)
  if (!sections) return null
  return {
    title: entry.title,
    description: describedBy(entry.title, firstWords(sections)),
    path: rulePath(entry.id),
    type: 'article',
    picture: pictureOf(entry.image, entry.image_size, site),
  }
}

const firstWords = (sections: readonly { content: string; content_rich?: RichText }[]) => {
  const first = sections.find(({ content }) => content.trim() !== '')
  return first ? [words(first.content, first.content_rich)] : []
}

/** Finds an accepted entry: pending and rejected ones are not public. */
function findEntry(id: GlossaryEntryId | null, queries: Queries): GlossaryEntry | undefined {
  const lists = responses<{ pages: { entries: GlossaryEntry[] }[] }>(queries, 'listGlossaryEntries')
  return (
    [
      ...responses<GlossaryEntry | null>(queries, 'findGlossaryEntry'),
      ...lists.flatMap(({ pages }) => pages.flatMap(({ entries }) => entries)),
    ].find((entry) => entry?.id === id && !entry.pending && !entry.is_rejected) ?? undefined
  )
}

function entryPage(entry: GlossaryEntry, queries: Queries, site: Site): PageDescription | null {
  const [sections] = responses<GlossarySubEntry[]>(queries, 'listGlossarySubEntries', entry.id)
  const description = entry.description ?? ''
  const isDescribed = description.trim() !== ''
  if (!isDescribed && !sections) return null
  const texts = isDescribed
    ? [words(description, entry.description_rich)]
    : firstWords(sections ?? [])
  return {
    title: entry.title,
    description: describedBy(entry.title, texts),
    path: entryPath(entry.id),
    type: 'article',
    picture: pictureOf(entry.image, entry.image_size, site),
  }
}
