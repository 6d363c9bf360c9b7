import { apple, die } from './draw.ts'
import type { Film } from './film.ts'

const term = (value: string, label: string) =>
  `<div class="term">${value}<small>${label}</small></div>`
const rung = (name: string, value: number) =>
  `<div class="${value <= 17 ? 'met' : ''}"><strong>${value}</strong>${name}</div>`

export const twoDice: Film = {
  key: 'two-dice',
  title: 'The two dice in one minute',
  slides: [
    {
      seconds: 5,
      html: `${apple(150)}<h1>The two dice in one minute</h1><small>Accord and Discord</small>`,
      narration: ['The two dice of Accord and Discord, explained in one minute.'],
    },
    {
      seconds: 7,
      html: `<h2>Roll two ten-sided dice</h2><div class="row">${die('pale', '7', 'accord')}${die('dark', '4', 'discord')}</div>`,
      narration: [
        'Roll two ten-sided dice: the pale one is accord,',
        'and the dark one is discord. A nought counts as ten.',
      ],
    },
    {
      seconds: 7.5,
      html: `<h2>Add a trait and a skill</h2><div class="row">${[term('7', 'accord'), term('4', 'discord'), term('3', 'Grace'), term('3', 'Steer')].join('<span class="sign">+</span>')}<span class="sign">=</span>${term('<b>17</b>', 'total')}</div>
        <p>Ilse steers her skiff under Gull Bridge.</p>`,
      narration: [
        'Add one trait and one skill.',
        'Ilse rolls 7 and 4, has Grace 3 and Steer 3, and reaches 17.',
      ],
    },
    {
      seconds: 7.5,
      html: `<h2>Reach the difficulty</h2><div class="ladder">${rung('easy', 9)}${rung('fair', 12)}${rung('hard', 15)}${rung('heroic', 18)}${rung('legendary', 21)}</div>
        <p>17 is enough for <b>hard</b>.</p>`,
      narration: [
        'Easy is 9, fair 12, hard 15, heroic 18 and legendary 21.',
        'Whoever reaches the number succeeds. 17 is enough for hard.',
      ],
    },
    {
      seconds: 7,
      html: `<h2>Dark higher: a ripple</h2><div class="row">${die('pale', '3')}${die('dark', '8')}</div><p>Trouble spreads, even if you succeeded.</p>`,
      narration: [
        'Now compare the dice. When the dark one is higher,',
        'there is a ripple: trouble spreads, even if you succeeded.',
      ],
    },
    {
      seconds: 7,
      html: `<h2>Pale higher: perhaps a boon</h2><div class="row">${die('pale', '8')}${die('dark', '2')}</div><p>Succeed by <b>3 or more</b>, and you get something extra.</p>`,
      narration: [
        'When the pale one is higher, and you succeeded by 3 or more,',
        'you get a boon: more than you asked for.',
      ],
    },
    {
      seconds: 8.5,
      html: `<h2>Both the same: the apple splits</h2><div class="row">${die('pale', '4')}${apple(190, 14)}${die('dark', '4')}</div><p><b>Share:</b> everyone gains a seed. <b>Yield:</b> the director takes one.</p>`,
      narration: [
        'When both are equal, the apple splits and the table chooses:',
        'everyone gains a seed, or the director takes one.',
      ],
    },
    {
      seconds: 6,
      html: `<h2>Reach the number.<br>Compare the dice.<br>Tell it together.</h2><small>Read on in “Making a test”</small>`,
      narration: ['Reach the number, compare the dice, and tell it together.'],
    },
  ],
}
