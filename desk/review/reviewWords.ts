/** What the review says besides `texts.review`. */
export const reviewWords = {
  edit: 'Approve with edits',
  editNote:
    'What you change here goes on the site with the approval. The log keeps the author’s version.',
  editDone: 'Approved with your edits. You can undo this for 10 minutes.',
  publish: 'Approve as it stands here',
  toAuthor: 'A word to the author (optional)',
  toAuthorNote: 'It is mailed with the news of the approval.',
  ask: 'Ask for changes',
  askField: 'What should the author change?',
  askNote:
    'It is mailed to the author. The entry goes back to them, marked as rejected until they send it again.',
  askMissing: 'Write what should change first.',
  askDone: 'Sent back to the author. You can undo this for 10 minutes.',
  how: { edited: 'approved with edits', changes: 'sent back for changes' } as Record<
    string,
    string
  >,
  noSubtype: 'None',
  shortcuts: 'Keyboard shortcuts',
  shortcutsOn: 'Use these keys on this page',
  shortcutsNote:
    'The keys work while no field has the focus. An act is done to the entry that has it; without one, the first key leads to the first entry.',
  keys: [
    ['j', 'Next entry'],
    ['k', 'Entry before'],
    ['c', 'Claim or release'],
    ['a', 'Approve'],
    ['e', 'Approve with edits'],
    ['m', 'Ask for changes'],
    ['r', 'Reject'],
    ['u', 'Undo a decision'],
    ['?', 'This list'],
  ],
} as const
