import type { Palette } from '../palette.ts'

export type SceneOptions = { seed: number; palette: Palette }
