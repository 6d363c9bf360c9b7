/** What was done, by the action of the log: "corvin published “Open Table Night”". */
const verbs: Readonly<Record<string, string>> = {
  create: 'added',
  update: 'changed',
  remove: 'deleted',
  order: 'changed the order',
  publish: 'published',
  unpublish: 'unpublished',
  cancel: 'cancelled',
  withdraw: 'withdrew',
  restore: 'offered again',
  claim: 'claimed',
  release: 'released',
  approve: 'approved',
  reject: 'rejected',
  askChanges: 'asked for changes to',
  undo: 'took back the decision about',
  refuse: 'refused the new name of',
  deactivate: 'deactivated',
  reactivate: 'reactivated',
  resendActivation: 'sent the activation mail again to',
  endSessions: 'ended the sessions of',
  setRole: 'changed the role of',
  giveOwnership: 'gave another owner to',
  removeMember: 'removed a member from',
  close: 'closed',
  answer: 'answered',
  read: 'marked as read',
  unread: 'marked as unread',
  retry: 'sent again the mail to',
  import: 'imported a file',
  logIn: 'logged in',
  logOut: 'logged out',
  list: 'read the list',
  get: 'read a message',
  orderDetails: 'read the order details of',
}
const particular: Readonly<Record<string, string>> = {
  'uploads.create': 'uploaded a file',
  'name-changes.approve': 'approved the new name of',
}
/** Actions that speak of no single record. */
const WITHOUT_RECORD: readonly string[] = ['logIn', 'logOut', 'order', 'import', 'list', 'get']

type Act = { resource: string; action: string; record: string | null; record_name: string | null }

const sentence = (act: Act): string => `${actTexts.verb(act)} ${actTexts.record(act)}`.trim()

export const actTexts = {
  heading: (act: Act): string => sentence(act).replace(/^./, (first) => first.toUpperCase()),
  verb: ({ resource, action }: Pick<Act, 'resource' | 'action'>): string =>
    particular[`${resource}.${action}`] ?? verbs[action] ?? action,
  /** The record in quotes, or its number where the log keeps no name; '' where the act speaks of none. */
  record: ({ resource, action, record, record_name: name }: Act): string => {
    if (WITHOUT_RECORD.includes(action) || resource === 'uploads') return ''
    if (name !== null) return `“${name}”`
    return record === null ? '' : `no. ${record}`
  },
  places: { session: 'Login', uploads: 'Files' } as Readonly<Record<string, string>>,
  what: 'What',
  where: 'Where',
  when: 'When',
  who: 'Who',
  change: 'What changed',
  nothingChanged: 'The log keeps no change of fields for this act.',
  openRecord: 'Open the record',
}
