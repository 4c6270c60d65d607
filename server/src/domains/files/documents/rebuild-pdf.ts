import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFStream,
  type PDFContext,
  type PDFObject,
  type PDFPage,
} from '@cantoo/pdf-lib'

/** Pages of one document. */
const maxPages = 100

/** What of a page is kept: its appearance. Actions, links, forms, attachments, comments and metadata are not. */
const pageKeys = new Set(
  ['Type', 'Parent', 'MediaBox', 'CropBox', 'Rotate', 'UserUnit', 'Resources', 'Contents', 'Group', 'Annots'].map(
    nameOf,
  ),
)
/** What of an annotation is kept: its appearance on the page, such as the value that a form was filled in with. */
const annotationKeys = new Set(['Type', 'Subtype', 'Rect', 'AP', 'AS', 'F'].map(nameOf))
/** Annotations that play or run something even without an action. */
const activeAnnotations = new Set(
  ['Link', 'Movie', 'Sound', 'Screen', 'RichMedia', '3D', 'FileAttachment', 'Popup'].map(nameOf),
)
/** Nowhere in what is kept: what runs, opens, sends, or carries another file. */
const forbidden = [
  'AA',
  'OpenAction',
  'JS',
  'JavaScript',
  'Launch',
  'URI',
  'EF',
  'EmbeddedFiles',
  'XFA',
  'RichMediaContent',
  'PieceInfo',
].map(nameOf)
/** In no stream: its content elsewhere, another document or PostScript in place of it, and what shows where it came from. */
const forbiddenInStreams = ['F', 'FFilter', 'FDecodeParms', 'Ref', 'OPI', 'PS', 'AF', 'Metadata', 'Alternates'].map(
  nameOf,
)

function nameOf(name: string): PDFName {
  return PDFName.of(name)
}

/**
 * Builds a PDF anew from the appearance of its pages alone: nothing of the old file that runs, opens, sends or carries something
 * is in the new one. Throws where it is no readable PDF, is encrypted, or has no page or more than a hundred.
 */
export async function rebuildPdf(bytes: Uint8Array): Promise<Uint8Array> {
  const from = await PDFDocument.load(bytes, { updateMetadata: false, throwOnInvalidObject: true })
  const count = from.getPageCount()
  if (count < 1 || count > maxPages) throw new Error('pages')
  for (const page of from.getPages()) keepAppearances(page)
  const to = await PDFDocument.create({ updateMetadata: false })
  for (const page of await to.copyPages(from, from.getPageIndices())) to.addPage(page)
  // Among what pages refer to as well: resources may hold anything.
  for (const [, object] of to.context.enumerateIndirectObjects()) clean(object, 0)
  return to.save({ useObjectStreams: false, addDefaultPage: false })
}

function keepAppearances({ node, doc: { context } }: PDFPage): void {
  for (const key of node.keys()) if (!pageKeys.has(key)) node.delete(key)
  const annotations = node.lookupMaybe(nameOf('Annots'), PDFArray)
  node.delete(nameOf('Annots'))
  if (annotations === undefined) return
  const kept = annotations.asArray().flatMap((one) => appearancesOf(context.lookup(one), context) ?? [])
  if (kept.length > 0) node.set(nameOf('Annots'), context.obj(kept))
}

function appearancesOf(annotation: PDFObject | undefined, context: PDFContext): PDFDict | undefined {
  if (!(annotation instanceof PDFDict)) return undefined
  const subtype = annotation.lookup(nameOf('Subtype'))
  if (!(subtype instanceof PDFName) || activeAnnotations.has(subtype) || !annotation.has(nameOf('AP'))) return undefined
  const appearances = context.obj({})
  for (const [key, value] of annotation.entries()) if (annotationKeys.has(key)) appearances.set(key, value)
  return appearances
}

/** Objects lie in one another at most so deep in a document that was made to be read. */
const maxDepth = 50

function clean(object: PDFObject, depth: number): void {
  if (depth > maxDepth) throw new Error('depth')
  if (object instanceof PDFArray) for (const one of object.asArray()) clean(one, depth + 1)
  const dict = object instanceof PDFStream ? object.dict : object instanceof PDFDict ? object : undefined
  if (dict === undefined) return
  for (const key of forbidden) dict.delete(key)
  if (object instanceof PDFStream) for (const key of forbiddenInStreams) dict.delete(key)
  // A PostScript program in place of a picture.
  if (dict.get(nameOf('Subtype')) === nameOf('PS')) throw new Error('postscript')
  for (const [, value] of dict.entries()) clean(value, depth + 1)
}
