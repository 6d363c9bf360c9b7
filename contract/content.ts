import type { RouteTable } from './route.ts'

export const contentRoutes = {
  listNews: { method: 'GET', path: '/contents/active', access: 'open' },
  listEvents: { method: 'GET', path: '/contents/activeEvents', access: 'open' },
  listLatest: { method: 'GET', path: '/contents/latest', access: 'open' },
  getNews: { method: 'GET', path: '/contents/get/:id', access: 'open' },
  getEvent: { method: 'GET', path: '/contents/getEvent/:id', access: 'open' },
  listNext: { method: 'GET', path: '/contents/getNext/:id', access: 'open' },
  listDownloads: { method: 'GET', path: '/downloads/active', access: 'open' },
  downloadFile: { method: 'GET', path: '/downloads/download/:id', access: 'open' },
  logVisit: { method: 'GET', path: '/visits/log-visit/', access: 'open', changesData: true },
} as const satisfies RouteTable

/** Additions, below the origin of the site. */
export const FEED_PATHS = {
  news: '/api/contents/news.atom',
  events: '/api/contents/events.atom',
  calendar: '/api/contents/events.ics',
} as const
