import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { colours } from '../palette.ts'

const ground = 'M14 104h132M26 109h34M78 109h52M50 113h22'

const lines: Readonly<Record<string, { thin: string; thick: string; gold?: string }>> = {
  groups: {
    thick:
      'M36 66h88l-6 8H42ZM62 74l-6 30M98 74l6 30M22 104V70M22 84h18M40 84v20M138 104V70M138 84h-18M120 84v20M80 66V52M72 52h16l-3-18H75ZM74 34q6-10 12 0',
    thin: 'M48 69h64M52 72h40M22 74h3M22 78h3M138 74h-3M138 78h-3M26 88h12M124 88h12M77 38v10M80 38v10M83 38v10M60 40l-8-4M100 40l8-4M62 50l-9 2M98 50l9 2',
    gold: 'M80 50q4-5 0-10q-4 5 0 10Z',
  },
  invites: {
    thick: 'M34 44h92v56H34ZM34 44l46 34l46-34M34 100l36-29M126 100l-36-29',
    thin: 'M40 52v40M44 56v32M48 60v24M52 92h18M48 96h28M112 60v24M116 56v32M120 52v40M24 34l-6-6M36 32l-2-9M124 32l2-9M136 34l6-6',
    gold: 'M80 69q7-8 12 0q2 11-9 17q-1-1-3-1q-2 0-3 1q-11-6-9-17q5-8 12 0l-3 6l5 3l-3 7',
  },
  news: {
    thick:
      'M38 104V26M122 104V26M32 32h96M38 42h84v42H38ZM48 50h30v26H48ZM86 50h28v14H86ZM86 69h20v9H86Z',
    thin: 'M53 56h20M53 60h16M53 64h20M53 68h12M90 55h20M90 59h14M90 73h12M36 36v64M40 88v12M120 88v14M41 46h4M41 50h3M116 80h4M32 28l-6-4M128 28l6-4',
    gold: 'M63 48v5M100 48v4M96 67v4',
  },
  downloads: {
    thick:
      'M46 30h58q10 0 10 10v44H56V40q0-10-10-10q-10 0-10 10v6h20M56 84q0 12 10 12h58q10 0 10-12v-2h-20',
    thin: 'M66 42h38M66 50h30M66 58h38M66 66h22M110 48v34M107 54v28M66 92h50M70 89h40M40 36v6M43 34v9',
    gold: 'M85 96v-24M76 86l9 10l9-10',
  },
  rules: {
    thick:
      'M58 32L36 66l22 34l22-34ZM58 32l-30 28l8 6M58 32l30 28l-8 6M28 60l6 14l24 26M88 60l-6 14l-24 26M108 50L92 76l16 26l16-26ZM108 50l-22 22l6 4M108 50l22 22l-6 4M130 72l-4 8l-18 22',
    thin: 'M58 40l-13 24M58 47l-9 17M58 54l-4 10M98 78h20M100 82h16M102 86h12M104 90h8M96 74h24M99 70h18M102 66h12M105 62h6',
    gold: 'M54 70q8-4 8 3q0 3-5 4q6 0 6 5q-2 6-10 2',
  },
  glossary: {
    thick: 'M80 46Q56 32 22 40v56q34-8 58 6q24-14 58-6V40Q104 32 80 46ZM80 46v56',
    thin: 'M32 50q20-4 38 4M32 59q20-4 38 4M32 68q20-4 38 4M32 77q12-2 24 0M90 54q18-8 38-4M90 63q18-8 38-4M90 72q12-6 24-5M76 50v46M84 50v46M24 100q32-6 54 6M136 100q-32-6-54 6',
    gold: 'M112 37v28l6-6l6 6V38M60 26q-8-6-16 2M100 26q8-6 16 2M80 34V20M80 20q6-8 12-4q-4 8-12 4',
  },
  error: {
    thick:
      'M10 62h30l4 10l-5 12l6 20M150 62h-28l-5 12l6 10l-8 20M36 62V40M126 62V40M36 62q14 10 24 14M126 62q-12 8-20 10M36 44q18 8 26 22M126 44q-14 6-20 18',
    thin: 'M14 68h20M14 74h22M16 80h16M18 88h16M20 96h14M146 68h-20M146 74h-24M144 80h-16M142 88h-14M140 96h-14M44 66v-16M52 71v-16M118 66v-16M112 69v-13M60 76q3 8 0 16M62 66q5 6 4 14M106 72q-4 8-1 16M106 62q-4 6-3 12M72 88l8 3M86 80l7-3M80 98l8 2',
    gold: 'M84 20l-6 14l9 3l-8 17',
  },
}

/** Small line drawings for lists with nothing in them; recoloured through `color` where they are inlined. */
export async function writeEmptyDrawings(folder: string): Promise<void> {
  for (const [name, drawing] of Object.entries(lines)) {
    const floor = name === 'error' ? '' : `<path stroke-width=".9" opacity=".6" d="${ground}"/>`
    const gold = drawing.gold
      ? `<path stroke="${colours.gold}" stroke-width="2" d="${drawing.gold}"/>`
      : ''
    await writeFile(
      path.join(folder, `empty-${name}.svg`),
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 120" color="${colours.ink}" fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round">${floor}<path stroke-width="1.8" d="${drawing.thick}"/><path stroke-width=".9" opacity=".75" d="${drawing.thin}"/>${gold}</svg>`,
    )
  }
}
