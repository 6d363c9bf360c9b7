import { apple, candles, die, kind, openHand, seeds } from './draw.ts'
import type { Film } from './film.ts'

export const firstSession: Film = {
  key: 'first-session',
  title: 'Your first session',
  slides: [
    {
      seconds: 5,
      html: `${apple(150)}<h1>Your first session</h1><small>Three hours, two to six friends, one director</small>`,
      narration: ['Your first session: three hours, two to six friends, one director.'],
    },
    {
      seconds: 7,
      html: `<h2>On the table</h2><div class="row">${die('pale', '')}${die('dark', '')}${seeds(5)}</div><p>Two dice, five beans each, an empty bowl, paper, soup.</p>`,
      narration: [
        'You need a pale and a dark ten-sided die, five beans each,',
        'an empty bowl, paper, and something to eat.',
      ],
    },
    {
      seconds: 8,
      html: `<h2>Make characters together</h2><dl class="grid">${kind('Traits', '4, 3, 2 and 2')}${kind('Skills', '3, 2, 2, 1, 1 and 1')}${kind('Seeds', 'three')}${kind('A promise', 'to somebody')}${kind('A debt', 'to somebody')}${kind('An inheritance', 'from somebody')}</dl>`,
      narration: [
        'Make characters together: four traits, a few skills, three seeds.',
        'Each has a promise, a debt and an inheritance, all tied to people.',
      ],
    },
    {
      seconds: 7,
      html: `<h2>Begin late</h2><p class="paper">‘You are on the quay at Saltmere, it is raining, and the steward has just said no. Ilse, what do you do?’</p>`,
      narration: [
        'The director begins where the first decision is:',
        '‘The steward has just said no. Ilse, what do you do?’',
      ],
    },
    {
      seconds: 7,
      html: `<h2>Talk first, roll seldom</h2><p>Roll when it is <b>uncertain</b>, when it <b>matters</b>, and when failing would be <b>interesting</b>.</p>`,
      narration: [
        'Talk first. Roll only when a thing is uncertain, when it matters,',
        'and when failing would be interesting.',
      ],
    },
    {
      seconds: 7.5,
      html: `<h2>Win by listening</h2><ol><li>Say your claim and your stake.</li><li>Listen: what do they fear, what do they need?</li><li>Make points, each of them new.</li><li>Concede while it is still your choice.</li></ol>`,
      narration: [
        'In an argument say your claim and your stake, then listen.',
        'Every point must be new, and you may concede at any turn.',
      ],
    },
    {
      seconds: 7,
      html: `<div class="row">${openHand()}<div class="stack"><h2>The open hand</h2><p>Skip, slower or break.<br>Nobody asks why.</p></div></div>`,
      narration: [
        'Anybody may raise an open hand, and play stops at once:',
        'skip, slower or break. Nobody asks for a reason.',
      ],
    },
    {
      seconds: 7,
      html: `${candles(5, 4)}<h2>End with ten good minutes</h2><p>Three questions, the rings, three lines for the chronicle.</p>`,
      narration: [
        'Leave ten minutes at the end for the three questions,',
        'for marking rings, and for three lines in the chronicle.',
      ],
    },
    {
      seconds: 4.5,
      html: `<h2>A chair has been pulled out.<br>Sit down.</h2><small>Read on in “Who you play”</small>`,
      narration: ['A chair has been pulled out for you. Sit down.'],
    },
  ],
}
