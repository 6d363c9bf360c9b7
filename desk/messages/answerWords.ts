/** What the page of a message says besides `texts.messages`. */
export const answerWords = {
  heading: 'Answers',
  none: 'Nobody has answered yet.',
  by: (name: string, at: string) => `${name}, ${at}`,
  states: {
    waiting: 'on its way',
    sent: 'sent',
    dead: 'could not be sent',
  } as Record<string, string>,
  answer: 'Answer',
  text: 'Your answer',
  note: (name: string, email: string) =>
    `It is mailed to ${name} (${email}) with the message quoted below it, and kept here.`,
  send: 'Send the answer',
  missing: 'Write an answer first.',
  done: 'The answer is on its way.',
  left: (count: number) => `${count} characters left.`,
  answered: 'Answered',
}
