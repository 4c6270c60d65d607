export const Home = () => <h1 className="p-8">Home</h1>
