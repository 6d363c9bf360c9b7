import Type, { type Static } from 'typebox'
import { listedIn } from '#contract/languages.ts'
import { WEEKDAYS } from '#contract/planFields.ts'
import { fileResponse } from '#contract/shapes.ts'
import { datedIn, isInMonth, monthAfter, monthName, weeksOf } from '#shared/months.ts'
import { weekdayName } from '#shared/rhythm.ts'
import { clockOf, dateIn } from '#shared/timeRange.ts'
import { sendCached } from '../../http/cache/sendCached.ts'
import type { App, Deps } from '../../http/deps.ts'
import { allowFrame } from '../../http/framing.ts'
import { pageAddress } from '../../text/calendar.ts'
import { mainLanguage } from '../../text/contentLanguage.ts'
import { type Kit, kitPath } from '../../text/kit.ts'
import { escapeHtml, languageAttributes } from '../../text/markup.ts'
import { iso, readingIn, timeInMail } from '../../text/time.ts'
import { reading } from '../../work/work.ts'
import { fromCache } from './feeds.ts'
import { type ContentRow, listEvents } from './repository.ts'

/** Events of a list. */
const LISTED_MAX = 20
/** Weeks begin on Monday: calendars without a locale assume it (RFC 5545). */
const MONDAY = 1
const PATH = '/api/embed/events'

const Query = Type.Object({
  ...listedIn,
  view: Type.Optional(Type.Enum(['list', 'month'])),
  theme: Type.Optional(Type.Enum(['light', 'dark'])),
  month: Type.Optional(Type.String({ maxLength: 7, pattern: '^2\\d{3}-(0[1-9]|1[0-2])$' })),
})
type Query = Static<typeof Query>

type Shown = {
  readonly id: ContentRow['id']
  readonly title: string
  readonly date: string
  readonly event_end: string
  readonly isCancelled: boolean
  readonly link: string
  readonly place: string
  readonly time: string
}

/**
 * The coming events for pages of other sites, which the desk names: a page without scripts, cookies and acts, in a
 * frame of those sites alone.
 */
export function embedRoutes(open: App, deps: Deps): void {
  open.get<{ Querystring: Query }>(
    '/embed/events',
    {
      schema: {
        operationId: 'embedEvents',
        tags: ['Feeds'],
        summary: 'Coming events as a page for a frame on another site',
        querystring: Query,
        response: { 200: fileResponse('HTML', 'text/html') },
      },
    },
    async (request, reply) => {
      const kit = deps.kit.current().in(request.query.language)
      const asked = shownBy(request.query, dateIn(deps.clock(), deps.settings.timeZone).slice(0, 7))
      const key = ['embed', kit.language, ...Object.values(asked)].join(' ')
      const response = await fromCache(deps, key, async () => ({
        mediaType: 'text/html; charset=utf-8',
        text: await pageOf(deps, kit, asked),
      }))
      allowFrame(reply, embedSources(kit))
      return sendCached(request, reply, response)
    },
  )
}

/** The month view ends after this many months, which bounds the pages in the cache. */
const MONTHS_AHEAD = 24

type Asked = {
  readonly view: string
  readonly theme: string
  readonly present: string
  readonly month: string
}

/** What a query asks for, of what there is. */
function shownBy({ view = 'list', theme = 'light', month }: Query, present: string): Asked {
  const isAhead =
    month !== undefined && month > present && month <= monthAfter(present, MONTHS_AHEAD)
  return { view, theme, present, month: isAhead ? month : present }
}

/** For `frame-ancestors`. */
const embedSources = ({ value }: Kit): string => value.embed_hosts ?? "'none'"

async function eventsFor(deps: Deps, kit: Kit): Promise<Shown[]> {
  const w = reading({ ...deps, kit: { current: () => kit } })
  const { language } = kit
  const rows = await listEvents(w, { language, main: mainLanguage(deps.settings) })
  const times = readingIn(deps.settings.timeZone, w)
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    date: iso(row.starts_at ?? 0),
    event_end: iso(row.ends_at ?? 0),
    isCancelled: row.cancelled_at !== null,
    link: pageAddress(deps.settings, row),
    place: row.location ?? '',
    time: timeInMail(row.starts_at, row.ends_at, times),
  }))
}

const linkTo = ({ texts }: Kit, { title, link, isCancelled }: Shown, before = ''): string => {
  const name = isCancelled
    ? `<s>${escapeHtml(title)}</s> (${texts.feeds.cancelled})`
    : escapeHtml(title)
  return `<a href="${escapeHtml(link)}" target="_blank" rel="noopener">${before}${name}</a>`
}

function listOf(kit: Kit, shown: readonly Shown[]): string {
  if (shown.length === 0) return `<p>${escapeHtml(kit.texts.pages.embed.none)}</p>`
  const items = shown.slice(0, LISTED_MAX).map((event) => {
    const facts = [event.time, event.place].filter(Boolean).map(escapeHtml).join(' · ')
    return `<li>${linkTo(kit, event)}<br><small>${facts}</small></li>`
  })
  return `<ul>${items.join('')}</ul>`
}

type Month = { readonly asked: Asked; readonly timeZone: string }

function monthOf(kit: Kit, shown: readonly Shown[], { asked, timeZone }: Month): string {
  const { language, texts } = kit
  const { view, theme, present, month } = asked
  const dated = shown.flatMap((event) => datedIn(timeZone, event))
  const events = dated.filter((one) => isInMonth(one, month))
  const names = WEEKDAYS.map((day) => escapeHtml(weekdayName(day, language, 'short')))
  const cellOf = (day: string, weekday: number) => {
    if (!day.startsWith(month)) return '<td></td>'
    const links = events
      .filter(({ first, last }) => first <= day && day <= last)
      .map(({ event, first }) => {
        const before = first === day ? `${clockOf(event.date, timeZone)} ` : ''
        return `<li>${linkTo(kit, event, before)}</li>`
      })
    return `<td><b>${names[weekday]} </b>${Number(day.slice(8))}${links.length > 0 ? `<ul>${links.join('')}</ul>` : ''}</td>`
  }
  const heads = names.map((name) => `<th scope="col">${name}</th>`)
  const rows = weeksOf(month, MONDAY).map((week) => `<tr>${week.map(cellOf).join('')}</tr>`)
  const way = (label: string, to: string) => {
    const wanted = new URLSearchParams({ view, theme, language, month: to }).toString()
    return `<li><a href="${escapeHtml(`${PATH}?${wanted}`)}">${escapeHtml(label)}</a></li>`
  }
  const ways = [
    ...(month > present ? [way(texts.pages.embed.before, monthAfter(month, -1))] : []),
    ...(month < monthAfter(present, MONTHS_AHEAD)
      ? [way(texts.pages.embed.after, monthAfter(month, 1))]
      : []),
  ]
  return `<h2>${escapeHtml(monthName(month, language))}</h2>
<table><thead><tr>${heads.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>
<ul class="ways">${ways.join('')}</ul>`
}

async function pageOf(deps: Deps, kit: Kit, asked: Asked): Promise<string> {
  const shown = await eventsFor(deps, kit)
  const { timeZone } = deps.settings
  const content =
    asked.view === 'month' ? monthOf(kit, shown, { asked, timeZone }) : listOf(kit, shown)
  const title = escapeHtml(kit.texts.feeds.events.title)
  return `<!doctype html>
<html ${languageAttributes(kit.language)} class="embed ${asked.theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="${kitPath(kit, '/page.css')}">
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`
}
