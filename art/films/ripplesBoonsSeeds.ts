import { apple, die, kind, rings, seeds } from './draw.ts'
import type { Film } from './film.ts'

export const ripplesBoonsSeeds: Film = {
  key: 'ripples-boons-seeds',
  title: 'Ripples, boons and seeds',
  slides: [
    {
      seconds: 5,
      html: `${seeds(3)}<h1>Ripples, boons and seeds</h1><small>What the dice leave behind</small>`,
      narration: ['Ripples, boons and seeds: what the dice leave behind.'],
    },
    {
      seconds: 6.5,
      html: `<h2>A ripple is a complication</h2>${rings()}<p>It never takes back a success.</p>`,
      narration: [
        'A ripple is a complication that spreads from what you did.',
        'It never takes back a success.',
      ],
    },
    {
      seconds: 7.5,
      html: `<h2>Six kinds of ripple</h2><dl class="grid">${kind('Cost', 'It takes more time.')}${kind('Notice', 'Somebody saw.')}${kind('Debt', 'You were helped.')}${kind('Ground', 'You stand worse.')}${kind('Weather', 'The world answers.')}${kind('Truth', 'You learn too much.')}</dl>`,
      narration: [
        'There are six kinds: cost, notice, debt, ground, weather and truth.',
        'When the director is in doubt, it is truth.',
      ],
    },
    {
      seconds: 7,
      html: `<h2>A boon is more than you asked for</h2><p class="paper">‘They have not posted a guard,’ says Marta. ‘Because they are singing, and you know the song.’</p>`,
      narration: [
        'A boon is more than you asked for: a friendly witness,',
        'an answer, or an advantage for somebody’s next test.',
      ],
    },
    {
      seconds: 6.5,
      html: `<h2>Three seeds to start, five at most</h2>${seeds(3, 5)}<p>Spend one to <b>reroll a die</b> or to <b>bargain</b>.</p>`,
      narration: [
        'You start each session with three seeds and can hold five.',
        'Spend one to reroll a die, or to strike a bargain.',
      ],
    },
    {
      seconds: 7.5,
      html: `<h2>Reroll one die</h2><div class="row">${die('pale', '2')}<span class="sign">→</span>${die('pale', '9')}${die('dark', '6')}</div><p>Heart 4, Plead 2: from 14 to <b>21</b>.</p>`,
      narration: [
        'Ilse has 14, one short of hard, and a ripple.',
        'She rerolls the pale 2 and gets a 9: 21, and now it is a boon.',
      ],
    },
    {
      seconds: 7.5,
      html: `<h2>Or bargain: name the price</h2><p class="paper">‘I left my lantern burning on the sill. They will know a warden was here.’</p><p>It must be yours, be seen, and bite soon.</p>`,
      narration: [
        'In a bargain you name the price of a ripple yourself.',
        'It must be yours, others must see it, and it must bite soon.',
      ],
    },
    {
      seconds: 7.5,
      html: `<h2>How seeds come back</h2><ul><li>The apple splits, and the table <b>shares</b>.</li><li>A <b>tie</b> makes you do the harder thing.</li><li>A <b>scar</b> gets in your way.</li><li>You <b>concede</b> an argument.</li></ul>`,
      narration: [
        'You gain seeds when the table shares a split apple,',
        'when a tie or a scar makes things harder, and when you concede.',
      ],
    },
    {
      seconds: 4.5,
      html: `${apple(130)}<h2>Trouble will come.<br>Seeds let you choose which.</h2>`,
      narration: ['Trouble will come. Seeds let you choose which.'],
    },
  ],
}
