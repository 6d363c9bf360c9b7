const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many)

/** What the first page says, and the counts in the menu. */
export const overviewTexts = {
  title: 'Overview',
  welcome: 'What waits for you',
  nothingWaits: 'Nothing waits. Enjoy the quiet.',
  waiting: ' waiting',
  oldest: (age: string) => `oldest ${age}`,
  queues: {
    review: (count: number) => plural(count, 'entry to review', 'entries to review'),
    'name-changes': (count: number) => plural(count, 'name change', 'name changes'),
    messages: (count: number) => plural(count, 'unread message', 'unread messages'),
    outbox: (count: number) =>
      plural(count, 'mail that could not be sent', 'mails that could not be sent'),
  },
  agenda: 'The next seven days',
  agendaEmpty: 'Nothing is planned for this week.',
  appears: { news: 'News appear', event: 'Event appears' },
  takesPlace: 'Event',
  until: (end: string) => `until ${end}`,
  running: 'on now',
  acts: 'Last acts',
  ownActs: 'What you did last',
  actsEmpty: 'Nothing has been done yet.',
  allActs: 'The whole log',
  ago: (span: string) => `${span} ago`,
  counters: 'The last 14 days',
  allCounters: 'All counters',
}

/** What charts say. */
export const chartTexts = {
  byDay: 'by day',
  byWeek: 'by week',
  summary: (name: string, total: number, most: number, when: string) =>
    total === 0 ? `${name}: none` : `${name}: ${total} in all, at most ${most} (${when})`,
  weekOf: (day: string) => `week of ${day}`,
  total: (name: string, total: number) => `${name}: ${total}`,
  value: (when: string, count: number) => `${when}: ${count}`,
}
