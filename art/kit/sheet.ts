import { n, type Point } from './points.ts'
import { attributes, type Paint, shape } from './shapes.ts'

/** A drawing under construction: shapes are painted in the order in which they are added. */
export type Sheet = { width: number; height: number; body: string[]; defs: string[] }
export type Stop = readonly [offset: number, colour: string, opacity?: number]

export function createSheet(width: number, height: number): Sheet {
  return { width, height, body: [], defs: [] }
}

export function addPath(sheet: Sheet, d: string, paint: Paint): void {
  if (d) sheet.body.push(shape(d, paint))
}

export function addCircle(sheet: Sheet, x: number, y: number, radius: number, paint: Paint): void {
  sheet.body.push(`<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" ${attributes(paint)}/>`)
}

export function addEllipse(
  sheet: Sheet,
  [x, y]: Point,
  rx: number,
  ry: number,
  paint: Paint,
): void {
  sheet.body.push(
    `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" ${attributes(paint)}/>`,
  )
}

function addGradient(sheet: Sheet, kind: string, where: string, stops: readonly Stop[]): string {
  const id = `g${sheet.defs.length}`
  const tags = stops.map(
    ([offset, colour, opacity = 1]) =>
      `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
  )
  sheet.defs.push(
    `<${kind}Gradient id="${id}" gradientUnits="userSpaceOnUse" ${where}>${tags.join('')}</${kind}Gradient>`,
  )
  return `url(#${id})`
}

export function verticalGradient(
  sheet: Sheet,
  top: number,
  bottom: number,
  stops: readonly Stop[],
): string {
  return addGradient(sheet, 'linear', `x1="0" x2="0" y1="${n(top)}" y2="${n(bottom)}"`, stops)
}

export function horizontalGradient(
  sheet: Sheet,
  left: number,
  right: number,
  stops: readonly Stop[],
): string {
  return addGradient(sheet, 'linear', `x1="${n(left)}" x2="${n(right)}" y1="0" y2="0"`, stops)
}

export function radialGradient(
  sheet: Sheet,
  x: number,
  y: number,
  radius: number,
  stops: readonly Stop[],
): string {
  return addGradient(sheet, 'radial', `cx="${n(x)}" cy="${n(y)}" r="${n(radius)}"`, stops)
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
