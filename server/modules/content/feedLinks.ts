import texts from '../../../locales/en/feeds.json' with { type: 'json' }
import { voidTag } from '../../text/markup.ts'
import { FEED_PATHS } from '../content/feeds.ts'

const ATOM = 'application/atom+xml'
const FEEDS = [
  { kind: 'news', type: ATOM, title: texts.news.title },
  { kind: 'events', type: ATOM, title: texts.events.title },
  { kind: 'calendar', type: 'text/calendar', title: texts.calendar.title },
] as const

/**
 * For the head of every page: browsers and feed readers find the feeds by these, and so does the site, which knows
 * them by `data-feed` and offers none where a server has announced none.
 */
export const FEED_LINKS = FEEDS.map(({ kind, type, title }) =>
  voidTag('link', { rel: 'alternate', type, title, href: FEED_PATHS[kind], 'data-feed': kind }),
).join('')
