"""The documentation site: MkDocs' hooks, the parts that are made from the code, the diagrams and the leaflet."""
