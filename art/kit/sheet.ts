/** A drawing under construction: shapes are painted in the order in which they are added. */
export type Sheet = { width: number; height: number; body: string[]; defs: string[] }
export type Point = readonly [number, number]
export type Paint = {
  fill?: string
  stroke?: string
  width?: number
  opacity?: number
  extra?: string
}
export type Stop = readonly [offset: number, colour: string, opacity?: number]

export function createSheet(width: number, height: number): Sheet {
  return { width, height, body: [], defs: [] }
}

export const n = (value: number): string => String(Math.round(value * 10) / 10)

function attributes(paint: Paint): string {
  const parts = [`fill="${paint.fill ?? 'none'}"`]
  if (paint.stroke) {
    parts.push(
      `stroke="${paint.stroke}" stroke-width="${paint.width ?? 1}" stroke-linecap="round" stroke-linejoin="round"`,
    )
  }
  if (paint.opacity !== undefined) parts.push(`opacity="${paint.opacity}"`)
  if (paint.extra) parts.push(paint.extra)
  return parts.join(' ')
}

export function addPath(sheet: Sheet, d: string, paint: Paint): void {
  if (d) sheet.body.push(`<path d="${d}" ${attributes(paint)}/>`)
}

export function addCircle(sheet: Sheet, x: number, y: number, radius: number, paint: Paint): void {
  sheet.body.push(`<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" ${attributes(paint)}/>`)
}

export function addEllipse(
  sheet: Sheet,
  x: number,
  y: number,
  rx: number,
  ry: number,
  paint: Paint,
): void {
  sheet.body.push(
    `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" ${attributes(paint)}/>`,
  )
}

export function openPath(points: readonly Point[]): string {
  return points.map(([x, y], i) => `${i ? 'L' : 'M'}${n(x)} ${n(y)}`).join('')
}

export const closedPath = (points: readonly Point[]): string => `${openPath(points)}Z`

/** Closed outline through the points with rounded corners (quadratic midpoints). */
export function smoothClosed(points: readonly Point[]): string {
  const parts: string[] = []
  points.forEach((point, i) => {
    const next = points[(i + 1) % points.length] ?? point
    const mx = (point[0] + next[0]) / 2
    const my = (point[1] + next[1]) / 2
    if (i === 0) {
      const last = points[points.length - 1] ?? point
      parts.push(`M${n((last[0] + point[0]) / 2)} ${n((last[1] + point[1]) / 2)}`)
    }
    parts.push(`Q${n(point[0])} ${n(point[1])} ${n(mx)} ${n(my)}`)
  })
  return `${parts.join('')}Z`
}

const stopTags = (stops: readonly Stop[]): string =>
  stops
    .map(
      ([offset, colour, opacity = 1]) =>
        `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
    )
    .join('')

export function verticalGradient(
  sheet: Sheet,
  top: number,
  bottom: number,
  stops: readonly Stop[],
): string {
  const id = `g${sheet.defs.length}`
  sheet.defs.push(
    `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="${n(top)}" y2="${n(bottom)}">${stopTags(stops)}</linearGradient>`,
  )
  return `url(#${id})`
}

export function horizontalGradient(
  sheet: Sheet,
  left: number,
  right: number,
  stops: readonly Stop[],
): string {
  const id = `g${sheet.defs.length}`
  sheet.defs.push(
    `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${n(left)}" x2="${n(right)}" y1="0" y2="0">${stopTags(stops)}</linearGradient>`,
  )
  return `url(#${id})`
}

export function radialGradient(
  sheet: Sheet,
  x: number,
  y: number,
  radius: number,
  stops: readonly Stop[],
): string {
  const id = `g${sheet.defs.length}`
  sheet.defs.push(
    `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${n(x)}" cy="${n(y)}" r="${n(radius)}">${stopTags(stops)}</radialGradient>`,
  )
  return `url(#${id})`
}

/** Clip region to be used as `clip-path` by the caller's `extra`. */
export function addClip(sheet: Sheet, d: string): string {
  const id = `c${sheet.defs.length}`
  sheet.defs.push(`<clipPath id="${id}"><path d="${d}"/></clipPath>`)
  return `clip-path="url(#${id})"`
}

export function openGroup(sheet: Sheet, extra: string): void {
  sheet.body.push(`<g ${extra}>`)
}

export function closeGroup(sheet: Sheet): void {
  sheet.body.push('</g>')
}

export function fillSheet(sheet: Sheet, fill: string, opacity = 1): void {
  sheet.body.push(
    `<rect width="${sheet.width}" height="${sheet.height}" fill="${fill}" opacity="${opacity}"/>`,
  )
}

export function toSvg(sheet: Sheet): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${sheet.width}" height="${sheet.height}" viewBox="0 0 ${sheet.width} ${sheet.height}"><defs>${sheet.defs.join('')}</defs>${sheet.body.join('\n')}</svg>`
}
