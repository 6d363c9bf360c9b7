export type Paint = {
  fill?: string
  stroke?: string
  width?: number
  cap?: 'round' | 'butt'
  opacity?: number
  extra?: string
}

export function attributes(paint: Paint): string {
  const { stroke, width = 1, cap = 'round', opacity, extra } = paint
  const parts = [`fill="${paint.fill ?? 'none'}"`]
  if (stroke)
    parts.push(
      `stroke="${stroke}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="${cap}"`,
    )
  if (opacity !== undefined) parts.push(`opacity="${opacity}"`)
  if (extra) parts.push(extra)
  return parts.join(' ')
}

export const shape = (d: string, paint: Paint): string => `<path d="${d}" ${attributes(paint)}/>`

export const path = (d: string, fill: string, opacity?: number): string =>
  shape(d, { fill, opacity })

export const line = (d: string, stroke: string, width: number, extra = ''): string =>
  shape(d, { stroke, width, extra })

export function svg(width: number, height: number, ...parts: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">\n${parts.filter(Boolean).join('\n')}\n</svg>\n`
}
