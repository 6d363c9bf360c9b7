/** Seeded pseudo-random numbers and smooth noise: the same seed must always draw the same picture. */
export type Rng = {
  next: () => number
  range: (low: number, high: number) => number
  int: (low: number, high: number) => number
  chance: (probability: number) => boolean
  pick: <T>(items: readonly T[]) => T
}

/** Smooth noise over the plane, roughly within -1..1. */
export type Noise = (x: number, y: number) => number

export function createRng(seed: number): Rng {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return {
    next,
    range: (low, high) => low + (high - low) * next(),
    int: (low, high) => low + Math.floor((high - low + 1) * next()),
    chance: (probability) => next() < probability,
    pick: (items) => {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new Error('Nothing to pick from')
      return item
    },
  }
}

function hash(ix: number, iy: number, seed: number): number {
  let h = Math.imul(ix, 374761393) + Math.imul(iy, 668265263) + Math.imul(seed, 1274126177)
  h = Math.imul(h ^ (h >>> 13), 1274126177)
  return (((h ^ (h >>> 16)) >>> 0) / 4294967296) * 2 - 1
}

const ease = (t: number): number => t * t * t * (t * (t * 6 - 15) + 10)

export function createNoise(seed: number): Noise {
  return (x, y) => {
    const ix = Math.floor(x)
    const iy = Math.floor(y)
    const u = ease(x - ix)
    const v = ease(y - iy)
    const top = hash(ix, iy, seed) * (1 - u) + hash(ix + 1, iy, seed) * u
    const low = hash(ix, iy + 1, seed) * (1 - u) + hash(ix + 1, iy + 1, seed) * u
    return top * (1 - v) + low * v
  }
}

export function fbm(noise: Noise, x: number, y: number, octaves = 4): number {
  let sum = 0
  let weight = 0.5
  let scale = 1
  for (let i = 0; i < octaves; i += 1) {
    sum += weight * noise(x * scale + i * 17.3, y * scale - i * 9.1)
    weight *= 0.5
    scale *= 2.03
  }
  return sum
}

/** Sharp-crested variant for rock and snow. */
export function ridged(noise: Noise, x: number, y: number, octaves = 4): number {
  let sum = 0
  let weight = 0.5
  let scale = 1
  for (let i = 0; i < octaves; i += 1) {
    const crest = 1 - Math.abs(noise(x * scale + i * 31.7, y * scale + i * 12.9))
    sum += weight * crest * crest
    weight *= 0.5
    scale *= 2.05
  }
  return sum
}
