import type { Row } from '../../desk/lists.ts'
import { deskPicture, fileAddress, iso } from '../../desk/present.ts'

const times = (row: Row) => ({
  created_at: iso(row['created_at']),
  updated_at: iso(row['updated_at']),
})

export const presentRule = (row: Row, sub_entries: readonly unknown[]) => {
  const { search_text: _text, title_key: _key, transfer_key: _transfer, ...shown } = row
  return { ...shown, ...times(row), picture: deskPicture(row['picture']), sub_entries }
}

export const presentVideo = (row: Row) => ({
  id: row['id'],
  title: row['title'],
  position: row['position'],
  file_url: fileAddress(row['file_key']),
  webm_url: fileAddress(row['webm_key']),
  captions_url: fileAddress(row['captions_key']),
  poster_url: fileAddress(row['poster_key']),
  ...times(row),
})
