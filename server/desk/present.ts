import { publicUrlPath, readPicture, variantUrls } from '../files/pictureNames.ts'
import { iso } from '../text/time.ts'

type WithIsoTimes<Row> = {
  [Column in keyof Row]: Column extends `${string}_at`
    ? string | Extract<Row[Column], null>
    : Row[Column]
}

/** The row with its times, the columns whose names end in `_at`, as ISO texts. */
export const withIsoTimes = <Row extends object>(row: Row): WithIsoTimes<Row> =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]: [string, unknown]) => [
      column,
      typeof value === 'number' && column.endsWith('_at') ? iso(value) : value,
    ]),
  ) as WithIsoTimes<Row>

export function deskPicture(json: string | null) {
  const picture = readPicture(json)
  return (
    picture && {
      url: publicUrlPath(picture.key),
      width: picture.width,
      height: picture.height,
      variants: variantUrls(picture),
    }
  )
}
