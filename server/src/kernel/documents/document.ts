import { setImmediate } from 'node:timers/promises'
import { languages, type Lang } from '@evenhand/protocol/languages.ts'
import Pdf from 'pdfkit'
import type { DocumentKey } from './document-key.ts'
import { openPen, type Pen, type Style } from './pen.ts'
import { reserveSignature, sealPdf } from './seal-pdf.ts'
import { leftToRight } from './text-runs.ts'

export type Column = {
  readonly title: string
  /** Its share of the width; numbers stand at its end. */
  readonly share: number
  readonly number?: boolean
  /** What runs from left to right in every language: times, addresses, numbers of orders. Numbers do by themselves. */
  readonly latin?: boolean
}
export type Block =
  | { readonly kind: 'title' | 'heading' | 'text' | 'small'; readonly text: string }
  | { readonly kind: 'table'; readonly columns: readonly Column[]; readonly rows: readonly (readonly string[])[] }
  /** A PNG or JPEG, drawn within so many points. */
  | { readonly kind: 'picture'; readonly bytes: Buffer; readonly width: number; readonly height: number }

export type Composing = {
  readonly lang: Lang
  readonly title: string
  /** When it was made, epoch milliseconds; the same content and time are the same bytes. */
  readonly at: number
  readonly blocks: readonly Block[]
  /** What stands at the foot of each page. */
  readonly foot: (page: number, params: number) => string
  /**
   * Whether a non-breaking space joins what stands beside it, and a heading stays with the lines after it. Documents that
   * were served without it are composed without it for ever, to the same bytes.
   */
  readonly keepsTogether?: boolean
  /** Signs the document, so that a reader of PDFs sees who made it and that no byte was changed. */
  readonly seal?: DocumentKey
}

const page = { width: 595.28, height: 841.89, margin: 48, foot: 36 }
const room = page.width - 2 * page.margin
const styles = {
  title: { size: 20, bold: true, colour: '#0b1220', after: 6 },
  heading: { size: 13, bold: true, colour: '#0b1220', after: 6 },
  text: { size: 10, bold: false, colour: '#0b1220', after: 4 },
  small: { size: 8.5, bold: false, colour: '#4b5870', after: 4 },
  head: { size: 8.5, bold: true, colour: '#4b5870', after: 0 },
  cell: { size: 9, bold: false, colour: '#0b1220', after: 0 },
} as const satisfies Record<string, Style & { after: number }>
const headingGap = 12
/** As many lines stand under a heading at the foot of a page, where there are as many. */
const linesUnderHeading = 3
const rowsAtOnce = 25
const cellGap = 8

function textsOf({ blocks, foot }: Composing): { regular: string; bold: string } {
  const texts = blocks.flatMap((block) =>
    block.kind === 'picture'
      ? []
      : block.kind === 'table'
        ? [
            ...block.columns.map(({ title }) => ({ text: title, bold: true })),
            ...block.rows.flat().map((text) => ({ text, bold: false })),
          ]
        : [{ text: block.text, bold: styles[block.kind].bold }],
  )
  const all = (bold: boolean): string => texts.flatMap((params) => (params.bold === bold ? [params.text] : [])).join('')
  return { regular: `${all(false)}${foot(1_234_567_890, 1_234_567_890)}`, bold: all(true) }
}

/** Where the next line stands, and what to do when a page is full. */
type Cursor = { y: number; nextPage: () => void }

/** A PDF of A4 pages in the language's direction, with its fonts in it. Other requests are let through in between. */
export async function composePdf(composing: Composing): Promise<Buffer> {
  const { lang, title, at, blocks, foot, seal, keepsTogether = false } = composing
  const { tag, dir } = languages.find(({ value }) => value === lang) ?? languages[0]
  const info = { Title: title, Producer: 'Evenhand', Creator: 'Evenhand', CreationDate: new Date(at) }
  const doc = new Pdf({ size: [page.width, page.height], margin: 0, lang: tag, info, bufferPages: true })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => doc.on('end', resolve).on('error', reject))
  const pen = await openPen({ doc, lang, rtl: dir === 'rtl', texts: textsOf(composing), joins: keepsTogether })
  const cursor: Cursor = {
    y: page.margin,
    nextPage() {
      doc.addPage()
      cursor.y = page.margin
    },
  }
  for (const [index, block] of blocks.entries()) {
    if (keepsTogether && block.kind === 'heading') keepWithNext(pen, blocks.slice(index), cursor)
    if (block.kind === 'table') await drawTable(pen, block, cursor)
    else if (block.kind === 'picture') drawPicture(doc, block, { cursor, rtl: pen.rtl })
    else drawText(pen, block, cursor)
    await setImmediate()
  }
  const { count } = doc.bufferedPageRange()
  for (let index = 0; index < count; index++) {
    doc.switchToPage(index)
    const [line] = pen.lines(foot(index + 1, count), room, styles.small)
    if (line !== undefined)
      pen.draw(line, { x: page.margin, y: page.height - page.foot, width: room, style: styles.small })
  }
  if (seal !== undefined) reserveSignature(doc, seal, Math.max(at, seal.validFrom))
  doc.end()
  await ended
  const pdf = Buffer.concat(chunks)
  return seal === undefined ? pdf : sealPdf(pdf, seal)
}

const bottom = page.height - page.margin - page.foot

/** Begins a new page where a heading, which is the first block, and the first lines or the picture under it have no room on this one. */
function keepWithNext(pen: Pen, [, ...after]: readonly Block[], cursor: Cursor): void {
  let wanted = headingGap + pen.height(styles.heading) + styles.heading.after
  let lines = 0
  for (const block of after) {
    if (lines >= linesUnderHeading || block.kind === 'heading' || block.kind === 'table') break
    if (block.kind === 'picture') {
      wanted += block.height
      break
    }
    const style = styles[block.kind]
    const taken = Math.min(pen.lines(block.text, room, style).length, linesUnderHeading - lines)
    lines += taken
    wanted += taken * pen.height(style) + (lines < linesUnderHeading ? style.after : 0)
  }
  if (cursor.y + wanted > bottom) cursor.nextPage()
}

type PictureBlock = Extract<Block, { kind: 'picture' }>

function drawPicture(
  doc: PDFKit.PDFDocument,
  { bytes, width, height }: PictureBlock,
  { cursor, rtl }: { cursor: Cursor; rtl: boolean },
): void {
  if (cursor.y + height > bottom) cursor.nextPage()
  const x = rtl ? page.margin + room - width : page.margin
  doc.image(bytes, x, cursor.y, { fit: [width, height], align: rtl ? 'right' : undefined })
  cursor.y += height + styles.text.after
}

function drawText(pen: Pen, { kind, text }: Exclude<Block, { kind: 'table' | 'picture' }>, cursor: Cursor): void {
  const style = styles[kind]
  if (kind === 'heading') {
    cursor.y += headingGap
    // A heading stands with what it is about.
    if (cursor.y + pen.height(style) + 2 * pen.height(styles.text) > bottom) cursor.nextPage()
  }
  for (const line of pen.lines(text, room, style)) {
    if (cursor.y + pen.height(style) > bottom) cursor.nextPage()
    pen.draw(line, { x: page.margin, y: cursor.y, width: room, style })
    cursor.y += pen.height(style)
  }
  cursor.y += style.after
}

async function drawTable(
  pen: Pen,
  { columns, rows }: Extract<Block, { kind: 'table' }>,
  cursor: Cursor,
): Promise<void> {
  const sum = columns.reduce((shares, { share }) => shares + share, 0)
  const widths = columns.map(({ share }) => (room * share) / sum)
  const drawRow = (cells: readonly string[], style: Style): void => {
    const inner = widths.map((width, index) => width - (index === widths.length - 1 ? 0 : cellGap))
    const broken = cells.map((text, index) => {
      const { number, latin } = columns[index] ?? {}
      const steered = style !== styles.head && (number === true || latin === true) ? leftToRight(text) : text
      return pen.lines(steered, inner[index] ?? 0, style)
    })
    const height = Math.max(1, ...broken.map(({ length }) => length)) * pen.height(style) + 5
    if (cursor.y + height > bottom) {
      cursor.nextPage()
      if (style !== styles.head)
        drawRow(
          columns.map(({ title }) => title),
          styles.head,
        )
    }
    let before = 0
    for (const [index, lines] of broken.entries()) {
      const width = widths[index] ?? 0
      const x = page.margin + (pen.rtl ? room - before - (inner[index] ?? 0) : before)
      for (const [nth, line] of lines.entries()) {
        const at = { x, y: cursor.y + nth * pen.height(style), width: inner[index] ?? 0, style }
        pen.draw(line, { ...at, ...(columns[index]?.number === true ? { atEnd: true } : {}) })
      }
      before += width
    }
    cursor.y += height
    pen.rule({ x: page.margin, y: cursor.y - 3, width: room })
  }
  drawRow(
    columns.map(({ title }) => title),
    styles.head,
  )
  for (const [index, row] of rows.entries()) {
    drawRow(row, styles.cell)
    if (index % rowsAtOnce === rowsAtOnce - 1) await setImmediate()
  }
  cursor.y += 6
}
