/** What the pages of news and events say besides `texts.contents`. */
export const contentWords = {
  counting: 'Counting the members who would be told …',
  tell: (members: number) =>
    members === 1 ? 'Publish and tell 1 member?' : `Publish and tell ${members} members?`,
  tellLater: (members: number) =>
    members === 1
      ? 'At that time 1 member is told by mail, as things are now.'
      : `At that time ${members} members are told by mail, as things are now.`,
  tellNobody: 'Publish? Nobody has asked for mail about news and events, so nobody is told.',
  tellNobodyLater: 'Nobody has asked for mail about news and events, so nobody is told.',
  silence: {
    told: 'The members were told of it before, so nobody is mailed again.',
    over: 'The event is over, so nobody is mailed.',
  },
  publishBack: 'It is off the site again.',
  planBack: 'The time of publishing is as it was.',
  draftBack: 'It is a draft again.',
  unpublishBack: 'It is on the site again.',
  phone: 'Phone',
  desktop: 'Desktop',
  sizes: 'Preview as',
  frame: (title: string, size: string) => `Preview as ${size}: ${title}`,
  note: 'This is the page of the site itself, as it would be now. Only the desk can show it.',
  newTab: 'Open in a new tab',
  newTabNote: (minutes: number) => `This address works for ${minutes} minutes.`,
  loading: 'Loading the preview …',
}
