export const InstrumentPage = () => <h1 className="p-8">InstrumentPage</h1>
