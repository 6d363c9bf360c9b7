/** One time of day. `lit` is the colour of cut lines, `fog` what distance turns into, `dark` what stands close. */
export type Palette = {
  sky: readonly [top: string, middle: string, low: string]
  moon: string
  glow: string
  fog: string
  land: string
  dark: string
  lit: string
  lamp: string
  leaf: string
  water: string
  stars: number
}

export const night: Palette = {
  sky: ['#100e1a', '#1d1a30', '#54486a'],
  moon: '#f7e9c4',
  glow: '#e0b45a',
  fog: '#5b5173',
  land: '#2b2640',
  dark: '#100e18',
  lit: '#d8c69c',
  lamp: '#f3c766',
  leaf: '#4a5a4c',
  water: '#2a2c46',
  stars: 1,
}

export const dusk: Palette = {
  sky: ['#191629', '#3a2f4b', '#b0765a'],
  moon: '#fbe6bd',
  glow: '#eba863',
  fog: '#8d6468',
  land: '#3d3048',
  dark: '#14111c',
  lit: '#edc896',
  lamp: '#ffd479',
  leaf: '#5b5a40',
  water: '#4a3a50',
  stars: 0.5,
}

export const glass: Palette = {
  sky: ['#0c131a', '#142c33', '#4f8178'],
  moon: '#f3efd2',
  glow: '#bfe0b5',
  fog: '#568579',
  land: '#1f4548',
  dark: '#0b171c',
  lit: '#cfe3c4',
  lamp: '#f6cd70',
  leaf: '#3f6a5a',
  water: '#1d4a4a',
  stars: 0.9,
}

export const dawn: Palette = {
  sky: ['#2b2b4a', '#7b6a86', '#f0c69a'],
  moon: '#fff3d6',
  glow: '#ffdca0',
  fog: '#c79a92',
  land: '#5d5272',
  dark: '#1f1a2c',
  lit: '#fbe5c2',
  lamp: '#ffd98a',
  leaf: '#6a6a52',
  water: '#7d6c82',
  stars: 0.1,
}

export const ember: Palette = {
  sky: ['#170f18', '#431f28', '#c25f35'],
  moon: '#ffdfa8',
  glow: '#f08a45',
  fog: '#94483a',
  land: '#47232c',
  dark: '#140c12',
  lit: '#f0b27c',
  lamp: '#ffb650',
  leaf: '#5a4030',
  water: '#4c2830',
  stars: 0.35,
}

export const marsh: Palette = {
  sky: ['#12151c', '#2a3440', '#8d8b6c'],
  moon: '#f5e9bf',
  glow: '#d9c37e',
  fog: '#6f7868',
  land: '#2f3b3c',
  dark: '#10151a',
  lit: '#d5d0a4',
  lamp: '#ffcd6b',
  leaf: '#4f5e42',
  water: '#38484a',
  stars: 0.4,
}

export const forest: Palette = {
  sky: ['#0c1216', '#182722', '#4d6a4e'],
  moon: '#f4ecc8',
  glow: '#cfd58e',
  fog: '#4b6450',
  land: '#1f2f2a',
  dark: '#0b100f',
  lit: '#c3cf9c',
  lamp: '#ffd978',
  leaf: '#3d5a40',
  water: '#26403a',
  stars: 0.6,
}

export const winter: Palette = {
  sky: ['#10131f', '#26304a', '#8593ad'],
  moon: '#fbf5e2',
  glow: '#e6ddc4',
  fog: '#7484a2',
  land: '#3a4763',
  dark: '#141826',
  lit: '#eef0ee',
  lamp: '#ffcf70',
  leaf: '#4d5a66',
  water: '#43506c',
  stars: 0.9,
}

export const palettes = { night, dusk, glass, dawn, ember, marsh, forest, winter }
