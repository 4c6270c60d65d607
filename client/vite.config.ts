/** The check of receipts as one file, with the signatures that it needs. */
export default {
  logLevel: 'error',
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    target: 'es2022',
    lib: { entry: 'src/receipts.ts', formats: ['es'], fileName: () => 'receipts.js' },
  },
}
