import type { DeskDownloadFile, DownloadCategory, DownloadFile } from '#contract/downloads.ts'
import { deskPicture, withIsoTimes } from '../../desk/present.ts'
import { publicUrlPath, readPicture, thumbnailUrls, variantUrls } from '../../files/pictureNames.ts'
import type { CategoryRow, FileRow } from './repository.ts'

/** Every category, the empty ones too: the site has a text for them (behaviour 8.6). */
export const presentCategories = (
  categories: readonly CategoryRow[],
  files: readonly FileRow[],
): DownloadCategory[] =>
  categories.map(({ id, title }) => ({
    id,
    title,
    download_files: files.filter((file) => file.category_id === id).map(presentFile),
  }))

function presentFile(file: FileRow): DownloadFile {
  const picture = readPicture(file.picture)
  return {
    id: file.id,
    display_name: file.display_name,
    download_file_name: file.download_file_name,
    description: file.description,
    image: picture && publicUrlPath(picture.key),
    size: file.size,
    media_type: file.media_type,
    ...(picture && {
      pictures: variantUrls(picture),
      thumbnails: thumbnailUrls(picture),
    }),
  }
}

/** Leaves out the keys of the file store and of files of the desk. */
export const presentForDesk = ({
  file_key: _key,
  transfer_key: _transferKey,
  title_key: _titleKey,
  search_text: _text,
  ...row
}: FileRow): DeskDownloadFile => ({
  ...withIsoTimes(row),
  picture: deskPicture(row.picture),
})
